package org.braid.link;

import java.util.List;
import java.util.function.Consumer;
import org.braid.base.os.Entropy;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.Policy;
import org.braid.link.progress.AddressSpace;
import org.braid.link.select.ConnectionReport;
import org.braid.link.select.Directory;
import org.braid.link.select.Nearness;
import org.braid.link.spi.Transport;
import org.braid.link.spi.trust.Credentials;
import org.jspecify.annotations.Nullable;

/**
 * How a context is opened. A value with defaults; change it with {@code with…}.
 *
 * @param id the context's name in its job
 * @param space what the contexts of this process share; null makes a new one
 * @param directory where descriptor tables of other contexts are looked up
 * @param policy which methods may be used where, in order; null for every method that is found, fastest first
 * @param secret the job's 256-bit secret, or empty
 * @param allowClear whether frames may leave the host unprotected
 * @param serves whether handlers run although no call of this context waits, by the background thread; MPI, whose calls poll, needs it only while something is pending
 * @param coresForAll whether every rank of this host has a core of its own, so that waiting may spin
 * @param watchesRanks whether a launcher tells this context which ranks of its job have died, so that a rank that is silent is waited for
 * @param build hash of the jar that runs, 0 if there is none; contexts of different builds refuse each other
 * @param credentials where those come from that this context shows to peers on other hosts; null if it has none, and then no protected method reaches it
 * @param transports those that there are, whatever is installed, lowest rank first; null for all that are found
 * @param connections is told of every connection that a lane gets, by the thread that moves messages; null for nobody
 * @param nearness knows how near peers are beyond what methods prove; null if nobody does
 */
public record ContextConfig(
        ContextId id,
        @Nullable AddressSpace space,
        Directory directory,
        @Nullable Policy policy,
        byte[] secret,
        boolean allowClear,
        boolean serves,
        boolean coresForAll,
        boolean watchesRanks,
        int build,
        Credentials.@Nullable Source credentials,
        @Nullable List<Transport> transports,
        @Nullable Consumer<ConnectionReport> connections,
        @Nullable Nearness nearness) {

    /** A context that belongs to no job: it reaches itself, and whoever it is given startpoints to. */
    public static ContextConfig alone() {
        return new ContextConfig(ContextId.notARank(0, 0, Entropy.nextLong()), null, Directory.EMPTY, null, new byte[0], false, true, true, false, 0, null, null, null, null);
    }

    /** The same, for a context of this name. */
    public ContextConfig withId(ContextId id) {
        return new ContextConfig(id, space, directory, policy, secret, allowClear, serves, coresForAll, watchesRanks, build, credentials, transports, connections, nearness);
    }

    /** The same, in this address space. */
    public ContextConfig withSpace(AddressSpace space) {
        return new ContextConfig(id, space, directory, policy, secret, allowClear, serves, coresForAll, watchesRanks, build, credentials, transports, connections, nearness);
    }

    /** The same, with other contexts looked up here. */
    public ContextConfig withDirectory(Directory directory) {
        return new ContextConfig(id, space, directory, policy, secret, allowClear, serves, coresForAll, watchesRanks, build, credentials, transports, connections, nearness);
    }

    /** The same, with methods used where this policy allows; null for all that are found. */
    public ContextConfig withPolicy(@Nullable Policy policy) {
        return new ContextConfig(id, space, directory, policy, secret, allowClear, serves, coresForAll, watchesRanks, build, credentials, transports, connections, nearness);
    }

    /** The same, with this secret of its job, 256 bits, or none. */
    public ContextConfig withSecret(byte[] secret) {
        return new ContextConfig(id, space, directory, policy, secret, allowClear, serves, coresForAll, watchesRanks, build, credentials, transports, connections, nearness);
    }

    /** The same; true lets frames leave the host unprotected. */
    public ContextConfig withAllowClear(boolean allowClear) {
        return new ContextConfig(id, space, directory, policy, secret, allowClear, serves, coresForAll, watchesRanks, build, credentials, transports, connections, nearness);
    }

    /** The same; true lets handlers run although no call waits. */
    public ContextConfig withServes(boolean serves) {
        return new ContextConfig(id, space, directory, policy, secret, allowClear, serves, coresForAll, watchesRanks, build, credentials, transports, connections, nearness);
    }

    /** The same; true says that every rank of the host has a core of its own. */
    public ContextConfig withCoresForAll(boolean coresForAll) {
        return new ContextConfig(id, space, directory, policy, secret, allowClear, serves, coresForAll, watchesRanks, build, credentials, transports, connections, nearness);
    }

    /** The same, of this build; 0 for none. */
    public ContextConfig withBuild(int build) {
        return new ContextConfig(id, space, directory, policy, secret, allowClear, serves, coresForAll, watchesRanks, build, credentials, transports, connections, nearness);
    }

    /** The same, with credentials from there. */
    public ContextConfig withCredentials(Credentials.Source credentials) {
        return new ContextConfig(id, space, directory, policy, secret, allowClear, serves, coresForAll, watchesRanks, build, credentials, transports, connections, nearness);
    }

    /** The same; true says that a launcher tells which ranks have died. */
    public ContextConfig withWatchesRanks(boolean watchesRanks) {
        return new ContextConfig(id, space, directory, policy, secret, allowClear, serves, coresForAll, watchesRanks, build, credentials, transports, connections, nearness);
    }

    /** The same, with these transports in place of those that are found. */
    public ContextConfig withTransports(List<Transport> transports) {
        return new ContextConfig(id, space, directory, policy, secret, allowClear, serves, coresForAll, watchesRanks, build, credentials, List.copyOf(transports), connections, nearness);
    }

    /** The same; every connection is told to this one, which must not wait. */
    public ContextConfig withConnections(Consumer<ConnectionReport> connections) {
        return new ContextConfig(id, space, directory, policy, secret, allowClear, serves, coresForAll, watchesRanks, build, credentials, transports, connections, nearness);
    }

    /** The same; who knows more of how near peers are than methods prove. */
    public ContextConfig withNearness(Nearness nearness) {
        return new ContextConfig(id, space, directory, policy, secret, allowClear, serves, coresForAll, watchesRanks, build, credentials, transports, connections, nearness);
    }

    /** Whether the end of this peer would be told: another rank, started by the same launcher. */
    boolean watches(ContextId peer) {
        return watchesRanks && id.isRankBeside(peer);
    }
}
