package org.braid.transports.tcp;

import org.braid.link.stream.LogBudget;

/** What the tcp ports of one process share: the bound on the memory of all their replay logs. */
final class TcpShares {
    private final LogBudget budget = new LogBudget(LogBudget.DEFAULT_LIMIT_BYTES);

    LogBudget budget() {
        return budget;
    }
}
