package org.braid.boot.ticket;

import org.braid.base.os.Entropy;

/**
 * What a launcher tells a rank before anything else: the first frame on the rank's control pipe (layout in {@link TicketCodec}).
 *
 * @param build hash of the launcher's build, as in {@link org.braid.base.wire.Hello}; ranks of one job have the same
 * @param jobHigh upper half of the 128-bit job id, public
 * @param jobLow lower half
 * @param rank this process's number, 0 ≤ rank &lt; size
 * @param size ranks in the job
 * @param firstOnHost lowest rank on this host
 * @param ranksOnHost how many ranks share this host
 * @param launcherPid the launcher's process on this host, 0 for none
 * @param server where the rank server listens: {@code pipe:PATH} or {@code unix:PATH}; empty for a process that was not launched
 * @param secret proves membership to the rank server and to peers
 * @param policy the user's {@code --method} expression or policy, empty for automatic selection
 * @param report comma-separated reports the user asked for: {@code links}, {@code startup}
 * @param allowClear links may leave the host unprotected
 * @param spread over how many hosts the job lies
 */
public record Ticket(
        int build,
        long jobHigh,
        long jobLow,
        int rank,
        int size,
        int firstOnHost,
        int ranksOnHost,
        long launcherPid,
        String server,
        Secret secret,
        String policy,
        String report,
        boolean allowClear,
        Spread spread) {

    /** More ranks than any machine of today runs as processes; a bound that keeps every sum inside an int. */
    public static final int MAX_RANKS = 1 << 20;

    /**
     * Checks that the seat exists.
     *
     * @throws IllegalArgumentException if the rank is not among its host's, or those are not among the job's
     */
    public Ticket {
        if (size < 1 || size > MAX_RANKS || rank < 0 || rank >= size) {
            throw new IllegalArgumentException("rank " + rank + " of " + size);
        }
        if (firstOnHost < 0 || ranksOnHost < 1 || ranksOnHost > size - firstOnHost) {
            throw new IllegalArgumentException("ranks on host: " + ranksOnHost + " from " + firstOnHost + " of " + size);
        }
        if (rank < firstOnHost || spread.hosts() == 1 && rank >= firstOnHost + ranksOnHost) {
            throw new IllegalArgumentException("rank " + rank + " is not among the " + ranksOnHost + " of its host");
        }
    }

    /** The ticket of a job whose ranks are all children of one launcher. */
    public Ticket(
            int build,
            long jobHigh,
            long jobLow,
            int rank,
            int size,
            int firstOnHost,
            int ranksOnHost,
            long launcherPid,
            String server,
            Secret secret,
            String policy,
            String report,
            boolean allowClear) {
        this(build, jobHigh, jobLow, rank, size, firstOnHost, ranksOnHost, launcherPid, server, secret, policy, report, allowClear, Spread.ONE_HOST);
    }

    /** The ticket of a process that nobody launched: a job of one, with a secret of its own. */
    public static Ticket singleton() {
        byte[] id = Entropy.bytes(16);
        return new Ticket(0, longAt(id, 0), longAt(id, 8), 0, 1, 0, 1, 0, "", Secret.random(), "", "", false);
    }

    /** The same ticket for another rank of this host. */
    public Ticket withRank(int other) {
        return new Ticket(build, jobHigh, jobLow, other, size, firstOnHost, ranksOnHost, launcherPid, server, secret, policy, report, allowClear, spread);
    }

    /** The same job as a process of a host sees it: its launcher, and where that has its rank server. */
    public Ticket onHost(int other, int firstOfHost, int countOfHost, long launcher, String serverOfHost) {
        return new Ticket(build, jobHigh, jobLow, other, size, firstOfHost, countOfHost, launcher, serverOfHost, secret, policy, report, allowClear, spread);
    }

    private static long longAt(byte[] bytes, int at) {
        long value = 0;
        for (int i = 0; i < 8; i++) {
            value |= (bytes[at + i] & 0xffL) << (8 * i);
        }
        return value;
    }
}
