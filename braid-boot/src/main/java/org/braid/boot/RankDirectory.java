package org.braid.boot;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.boot.server.RankClient;
import org.braid.boot.ticket.Ticket;
import org.braid.link.select.Directory;
import org.jspecify.annotations.Nullable;

/** The job's directory as one rank knows it: pages are fetched when a rank in them is first asked for, so that nothing is O(N) at start. */
final class RankDirectory implements Directory {
    private static final int PAGE_RANKS = 32;

    private final Ticket ticket;
    private final @Nullable RankClient client;
    private final Deaths deaths;
    private final Map<Integer, DescriptorTable> known;

    RankDirectory(Ticket ticket, @Nullable RankClient client, Deaths deaths) {
        this(ticket, client, deaths, new ConcurrentHashMap<>());
    }

    /** @param known what is known by now, which ranks that share a process share, too */
    RankDirectory(Ticket ticket, @Nullable RankClient client, Deaths deaths, Map<Integer, DescriptorTable> known) {
        this.ticket = ticket;
        this.client = client;
        this.deaths = deaths;
        this.known = known;
    }

    void put(int rank, DescriptorTable table) {
        known.put(rank, table);
    }

    @Override
    public @Nullable DescriptorTable tableOf(ContextId context) {
        if (!isMember(context)) {
            return null;
        }
        int rank = (int) context.number();
        DescriptorTable table = known.get(rank);
        if (table == null && client != null) {
            take(client.lookup(rank, PAGE_RANKS), false);
            table = known.get(rank);
        }
        return table;
    }

    @Override
    public boolean knows(ContextId context) {
        int rank = (int) context.number();
        if (isMember(context) && !known.containsKey(rank) && client != null) {
            take(client.lookupNow(rank, PAGE_RANKS), false);
        }
        return isMember(context) && known.containsKey(rank);
    }

    @Override
    public @Nullable DescriptorTable wholeTableOf(ContextId context) {
        if (!isMember(context) || client == null) {
            return tableOf(context);
        }
        int rank = (int) context.number();
        take(client.lookupWhole(rank), true);
        return known.get(rank);
    }

    /** The rank server hears of every process's end; the launcher says how it was. A rank that cannot ask any more, since this process is being ended too, may have been told why. */
    @Override
    public @Nullable BraidException endOf(ContextId context) {
        if (client == null || !isMember(context)) {
            return null;
        }
        int rank = (int) context.number();
        try {
            return wholeTableOf(context) == null ? deaths.of(rank) : null;
        } catch (BraidException unanswered) {
            return deaths.known(rank);
        }
    }

    private boolean isMember(ContextId context) {
        return context.jobHigh() == ticket.jobHigh() && context.jobLow() == ticket.jobLow() && context.number() < ticket.size();
    }

    /** @param whole whether these tables are without promises: then they replace what is known by now, which may be what another rank of this process has been told meanwhile */
    private void take(ByteBuffer page, boolean whole) {
        int first = page.getInt();
        int entries = page.getInt();
        for (int i = 0; i < entries; i++) {
            int length = page.getInt();
            if (length >= 0) {
                byte[] bytes = new byte[length];
                page.get(bytes);
                put(first + i, DescriptorTable.decode(bytes), whole);
            } else if (whole) {
                known.remove(first + i);
            }
        }
    }

    private void put(int rank, DescriptorTable table, boolean whole) {
        if (whole) {
            known.put(rank, table);
        } else {
            known.putIfAbsent(rank, table);
        }
    }
}
