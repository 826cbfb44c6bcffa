package org.braid.transports.tcp;

import java.util.function.Supplier;
import org.braid.pipe.log.LogBudget;

/** What the tcp ports of one process share: the bound on the memory of all their replay logs. */
final class TcpShares {
    /** Makes the shares; a class of its own because linking a lambda costs milliseconds at the start of every job. */
    static final class Maker implements Supplier<TcpShares> {
        @Override
        public TcpShares get() {
            return new TcpShares();
        }
    }

    private final LogBudget budget = new LogBudget(LogBudget.DEFAULT_LIMIT_BYTES);

    LogBudget budget() {
        return budget;
    }
}
