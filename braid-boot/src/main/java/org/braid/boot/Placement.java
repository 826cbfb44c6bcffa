package org.braid.boot;

import org.braid.base.BraidException;
import org.braid.base.os.Machine;
import org.braid.boot.hosts.JobHost;
import org.braid.boot.hosts.Measured;
import org.braid.boot.hosts.Part;
import org.braid.boot.hosts.Parting;
import org.braid.boot.server.RankClient;
import org.braid.boot.threads.RankSet;
import org.braid.boot.ticket.Ticket;
import org.jspecify.annotations.Nullable;

/**
 * Where the ranks of a job are: on how many hosts, which of them on one, and whether these have cores for all.
 *
 * <p>Any thread may call any method.
 */
public final class Placement {
    private final Ticket ticket;
    private final RankHosts hosts;
    private volatile @Nullable RankSet threads; // once somebody asks

    /** @param client by which the map of hosts is asked for; null if nobody has one */
    Placement(Ticket ticket, @Nullable RankClient client) {
        this.ticket = ticket;
        this.hosts = new RankHosts(ticket, client);
    }

    /** The lowest rank on this host. */
    public int firstOnHost() {
        return ticket.firstOnHost();
    }

    /**
     * On which host a rank of the job is. Asked for at the first need, for a page of ranks at a time.
     *
     * @throws BraidException if the rank server cannot be asked any more
     */
    public JobHost hostOf(int rank) {
        return hosts.of(rank);
    }

    /**
     * By what ranks are parted from others of some host.
     *
     * @throws BraidException if the rank server cannot be asked any more
     */
    public Parting parting() {
        return hosts.parting();
    }

    /**
     * Which package, cache and process part a rank from others of its host.
     *
     * @throws BraidException if the rank server cannot be asked any more
     */
    public Part partOf(int rank) {
        return hosts.partOf(rank);
    }

    /**
     * Whether a rank is a thread of the same process as this one, or as {@code --topology} has it.
     *
     * @throws BraidException if the rank server cannot be asked any more
     */
    public boolean isInThisProcess(int rank) {
        if (hostOf(rank).number() != hostOf(ticket.rank()).number()) {
            return false;
        }
        int process = partOf(ticket.rank()).process();
        return process >= 0 ? partOf(rank).process() == process : threads().placeOf(rank) >= 0;
    }

    /** The ranks that this process really holds. */
    private RankSet threads() {
        RankSet known = threads;
        if (known == null) {
            String said = System.getProperty(RanksMain.RANKS_HERE);
            known = said == null ? RankSet.of(ticket.rank()) : RankSet.parse(said);
            threads = known;
        }
        return known;
    }

    /**
     * By what the sites and clusters of {@link #hostOf} were found, if nobody has named them.
     *
     * @throws BraidException if the rank server cannot be asked any more
     */
    public Measured measured() {
        return hosts.measured();
    }

    /** Whether {@link #hostOf} may say of some ranks that they are farther from each other than others: several hosts, or a map of one host that makes it several for an experiment, or parts its ranks. */
    public boolean tellsRanksApart() {
        return !isOnOneHost() || isMadeUp();
    }

    /** Whether the hosts that {@link #hostOf} tells of are not there, and all ranks are on one. */
    boolean isMadeUp() {
        return isOnOneHost() && ticket.spread().placed();
    }

    /** Whether all ranks of the job are on one host. */
    public boolean isOnOneHost() {
        return ticket.spread().hosts() == 1;
    }

    /** Whether some host has more ranks of the job than cores for them: all ranks of the job say the same. */
    public boolean isCrowded() {
        return isOnOneHost() ? isHostCrowded() : ticket.spread().crowded();
    }

    /** Whether this host has more ranks of the job than cores for them. A rank that is bound to its share is told how many cores all have. */
    boolean isHostCrowded() {
        Integer ofAll = Integer.getInteger("braid.cores");
        return ticket.ranksOnHost() > (ofAll != null ? ofAll : Machine.usableCores());
    }
}
