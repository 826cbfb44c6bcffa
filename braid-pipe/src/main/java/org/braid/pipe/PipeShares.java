package org.braid.pipe;

import java.util.function.Supplier;
import org.braid.pipe.log.LogBudget;

/** What the ports of one process share whose lanes run over pipes: the bound on the memory of all their replay logs. */
final class PipeShares {
    /** Makes the shares; a class of its own because linking a lambda costs milliseconds at the start of every job. */
    static final class Maker implements Supplier<PipeShares> {
        @Override
        public PipeShares get() {
            return new PipeShares();
        }
    }

    private final LogBudget budget = new LogBudget(LogBudget.DEFAULT_LIMIT_BYTES);

    LogBudget budget() {
        return budget;
    }
}
