package org.braid.boot;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.Machine;
import org.braid.boot.hosts.HostPage;
import org.braid.boot.hosts.JobHost;
import org.braid.boot.hosts.Measured;
import org.braid.boot.hosts.Part;
import org.braid.boot.hosts.Parting;
import org.braid.boot.server.RankClient;
import org.braid.boot.ticket.Ticket;
import org.jspecify.annotations.Nullable;

/** The job's map of hosts as one rank knows it: a page is fetched when a rank in it is first asked for, so that nothing is O(N) at start. What is known of a rank of several hosts is then a number, of its host. */
final class RankHosts {
    private static final int PAGE_RANKS = 256;

    private final Ticket ticket;
    private final @Nullable RankClient client;
    private final Map<Integer, JobHost> hosts = new ConcurrentHashMap<>(); // by their numbers
    private volatile @Nullable AtomicIntegerArray hostOf; // of each rank the number of its host and 1, or 0 while that is not known
    private volatile @Nullable JobHost here; // where all are
    private final Map<Integer, Part> parts = new ConcurrentHashMap<>();
    private volatile Parting parting = Parting.NONE; // as every page says, as the next
    private volatile Measured measured = Measured.NONE;

    RankHosts(Ticket ticket, @Nullable RankClient client) {
        this.ticket = ticket;
        this.client = client;
    }

    JobHost of(int rank) {
        if (client == null || ticket.spread().hosts() == 1 && !ticket.spread().placed()) {
            return here();
        }
        AtomicIntegerArray known = hostOf;
        JobHost host = known == null ? null : hosts.get(known.get(rank) - 1);
        return host == null ? fetch(client, rank) : host;
    }

    /** By what ranks are parted from others of their hosts. */
    Parting parting() {
        JobHost ignored = of(ticket.rank());
        return parting;
    }

    /** What parts a rank from others of its host. */
    Part partOf(int rank) {
        JobHost ignored = of(rank);
        return parts.getOrDefault(rank, Part.NONE);
    }

    /** By what sites and clusters were found, if nobody has named them. */
    Measured measured() {
        JobHost ignored = of(ticket.rank());
        return measured;
    }

    /** All ranks are here, and nobody asks for more. */
    private JobHost here() {
        JobHost known = here;
        if (known == null) {
            known = new JobHost(0, Machine.usableCores(), ticket.size(), "this host", "", "", "");
            here = known;
        }
        return known;
    }

    private synchronized AtomicIntegerArray numbers() {
        AtomicIntegerArray known = hostOf;
        if (known == null) {
            known = new AtomicIntegerArray(ticket.size());
            hostOf = known;
        }
        return known;
    }

    private JobHost fetch(RankClient from, int rank) {
        try {
            HostPage page = HostPage.decode(from.hosts(rank - rank % PAGE_RANKS, PAGE_RANKS));
            page = page.first() + page.hosts().size() > rank ? page : HostPage.decode(from.hosts(rank, PAGE_RANKS)); // long names: the page ended before it
            measured = page.measured();
            List<JobHost> found = page.hosts();
            parting = page.parting();
            for (int i = 0; i < page.parts().size(); i++) {
                parts.put(page.first() + i, page.parts().get(i));
            }
            AtomicIntegerArray numbers = numbers();
            for (int i = 0; i < found.size(); i++) {
                hosts.putIfAbsent(found.get(i).number(), found.get(i)); // before its number is said
                numbers.set(page.first() + i, found.get(i).number() + 1);
            }
            return found.get(rank - page.first());
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new BraidException(ErrorCode.INPUT_OUT_OF_RANGE, "the host of rank " + rank + " is not known", String.valueOf(e.getMessage()), "Start all processes of the job with the same build", e);
        }
    }
}
