package org.braid.mpi.meeting;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.Machine;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.base.wire.StartpointImage;
import org.braid.boot.authority.OwnCredentials;
import org.braid.boot.hosts.HostIdentity;
import org.braid.link.Context;
import org.braid.link.Startpoint;
import org.braid.link.progress.Completion;
import org.braid.link.spi.trust.Secrets;
import org.braid.link.stream.Peer;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.p2p.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * The processes of other jobs that this one is connected with (MPI 4.1, section 11.10.4): how they are reached, whether they live, and their leave, which this one waits for as they for its own. Those on this host are looked at once a second, by a thread; of jobs on other hosts launchers tell that they have failed.
 *
 * <pre>
 *   mpi.farewell    no arguments: the sender is in MPI.Finalize, behind all that it has sent
 * </pre>
 */
final class Acquaintances implements Peer.EndListener {
    private static final String FAREWELL = "mpi.farewell";
    private static final long LOOK_NS = 1_000_000_000L;
    private static final long LAST_WORDS_NS = 2_000_000_000L;

    /** A process that this one is connected with: whether it is on this host, its life, and how many communicators of meetings connect them. */
    private record Known(boolean isHere, long pid, long startTicks, int meetings) {
        Known withMeetings(int count) {
            return new Known(isHere, pid, startTicks, count);
        }
    }

    private final Context context;
    private final Completions completions;
    private final int farewell;

    // Guarded by the context's token.
    private final Map<ContextId, Known> connected = new HashMap<>();
    private final Set<ContextId> saidFarewell = new HashSet<>();
    private final Set<ContextId> ended = new HashSet<>();
    private final Map<ContextId, String> failedJobs = new HashMap<>(); // by their rank 0; a job is started for each of them
    private @Nullable Completion allHave;
    private @Nullable Thread watch;

    Acquaintances(Context context, Completions completions) {
        this.context = context;
        this.completions = completions;
        this.farewell = context.register(FAREWELL, (to, a0, a1, a2, a3, payload) -> heardFarewell(payload.source().id()));
        context.onFailure(this);
    }

    // ---- meeting and parting

    /**
     * This process is connected with these from now on.
     *
     * @param here where this process is
     */
    void meet(Member[] group, HostIdentity here) {
        context.progress().enter();
        try {
            for (Member each : group) {
                learn(each.process(), each);
                Known known = connected.get(each.process());
                connected.put(each.process(), new Known(each.host().equals(here), each.pid(), each.startTicks(), known == null ? 1 : known.meetings + 1));
            }
            beginWatch();
        } finally {
            context.progress().exit();
        }
        failedMeanwhile(group);
    }

    private void learn(ContextId process, Member how) {
        PutBuffer image = new PutBuffer();
        new StartpointImage(List.of(new StartpointImage.Target(process, Envelope.PROCESS_ENDPOINT, 0, 0, how.table(), List.of()))).put(image);
        Startpoint ignored = context.startpointFrom(new GetBuffer(image.toBytes()));
        context.isKnownTo(process);
    }

    /** These have a secret in common with this process, which the two jobs have not. */
    void believe(Member[] group, byte[] secret) {
        Secrets.Shared shared = new Secrets.Shared(secret, OwnCredentials.forFewConnections(secret, context.id()));
        context.progress().enter();
        try {
            for (Member each : group) {
                context.secrets().add(each.process(), shared);
            }
        } finally {
            context.progress().exit();
        }
    }

    /** They are no more believed, unless another meeting connects them. */
    void doubt(Member[] group) {
        context.progress().enter();
        try {
            for (Member each : group) {
                if (!connected.containsKey(each.process())) {
                    context.secrets().remove(each.process());
                }
            }
        } finally {
            context.progress().exit();
        }
    }

    /** Nothing that this process has said to these, or they to it, needs it any more, or the time is over: after that a process that computes holds up nobody who is leaving them, too. */
    void finishWith(Iterable<ContextId> group) {
        Set<ContextId> others = new HashSet<>();
        group.forEach(others::add);
        others.remove(context.id());
        boolean ignored = context.flush(others, LAST_WORDS_NS);
    }

    /** One meeting of this process with these is over. */
    void part(Iterable<ContextId> group) {
        context.progress().enter();
        try {
            for (ContextId each : group) {
                Known known = connected.get(each);
                if (known != null && known.meetings == 1) {
                    connected.remove(each);
                    context.secrets().remove(each);
                } else if (known != null) {
                    connected.put(each, known.withMeetings(known.meetings - 1));
                }
            }
        } finally {
            context.progress().exit();
        }
    }

    // ---- leaving MPI

    /** Tells all that this process is in MPI.Finalize, and waits until all of them have said the same or have ended. After it nobody is connected with this process. */
    void leave() {
        Completion all = new Completion();
        context.progress().enter();
        try {
            for (ContextId each : List.copyOf(connected.keySet())) {
                sayFarewell(each);
            }
            allHave = all;
            look();
        } finally {
            context.progress().exit();
        }
        boolean ignored = completions.await(all, Long.MAX_VALUE);
        context.progress().enter();
        try {
            allHave = null;
            saidFarewell.removeAll(connected.keySet());
            connected.keySet().forEach(context.secrets()::remove);
            connected.clear();
        } finally {
            context.progress().exit();
        }
    }

    private void sayFarewell(ContextId to) {
        try {
            context.startpointTo(to, Envelope.PROCESS_ENDPOINT).answer(farewell, 0, 0, 0, 0);
        } catch (BraidException dead) {
            ended.add(to);
        }
    }

    private void heardFarewell(ContextId by) {
        saidFarewell.add(by);
        look();
    }

    private void look() {
        Completion waiting = allHave;
        if (waiting == null || waiting.isDone()) {
            return;
        }
        for (ContextId each : connected.keySet()) {
            if (!saidFarewell.contains(each) && !ended.contains(each)) {
                return;
            }
        }
        waiting.complete();
    }

    @Override
    public void ended(Peer peer, BraidException cause) {
        if (connected.containsKey(peer.id())) {
            ended.add(peer.id());
            look();
        }
    }

    // ---- who lives

    private void beginWatch() {
        if (watch == null) {
            watch = new Thread(null, this::watch, "braid-acquaintances", 256 * 1024);
            watch.setDaemon(true);
            watch.start();
        }
    }

    private void watch() {
        while (isNeeded()) {
            LockSupport.parkNanos(LOOK_NS);
            for (Map.Entry<ContextId, Known> each : alive().entrySet()) {
                if (each.getValue().isHere && !Machine.isAlive(each.getValue().pid, each.getValue().startTicks)) {
                    died(each.getKey(), "its process " + each.getValue().pid + " has ended while this one was connected with it");
                }
            }
        }
    }

    /** These are given up, as far as nothing else is known of their end. */
    void lost(List<ContextId> group, String how) {
        Map<ContextId, Known> there = alive();
        for (ContextId each : group) {
            if (there.containsKey(each)) {
                died(each, how);
            }
        }
    }

    /** A launcher says that a job has failed; of those of its processes that said farewell before, that was their end. */
    void jobFailed(ContextId anyRank, String how) {
        List<ContextId> lost = new ArrayList<>();
        context.progress().enter();
        try {
            failedJobs.put(rankZeroOf(anyRank), how);
            for (ContextId each : expected().keySet()) {
                if (each.sameJob(anyRank)) {
                    lost.add(each);
                }
            }
        } finally {
            context.progress().exit();
        }
        lost.forEach(each -> died(each, how));
    }

    /** Its launcher may have said so before this process knew them. */
    private void failedMeanwhile(Member[] group) {
        Map<ContextId, String> lost = new HashMap<>();
        context.progress().enter();
        try {
            for (Member each : group) {
                String how = failedJobs.get(rankZeroOf(each.process()));
                if (how != null) {
                    lost.put(each.process(), how);
                }
            }
        } finally {
            context.progress().exit();
        }
        lost.forEach(this::died);
    }

    private static ContextId rankZeroOf(ContextId process) {
        return new ContextId(process.jobHigh(), process.jobLow(), 0);
    }

    private boolean isNeeded() {
        context.progress().enter();
        try {
            watch = connected.isEmpty() ? null : watch;
            return watch != null;
        } finally {
            context.progress().exit();
        }
    }

    private Map<ContextId, Known> alive() {
        context.progress().enter();
        try {
            return expected();
        } finally {
            context.progress().exit();
        }
    }

    /** Those of whose end nothing is known. The caller holds the token. */
    private Map<ContextId, Known> expected() {
        Map<ContextId, Known> all = new HashMap<>(connected);
        all.keySet().removeAll(ended);
        all.keySet().removeAll(saidFarewell);
        return all;
    }

    /** @param how it has, for people */
    private void died(ContextId process, String how) {
        context.peerFailed(
                process,
                new BraidException(
                        ErrorCode.PEER_LOST, "Rank " + process.number() + " of another job has died", how, "See the last words of that job, or call disconnect before it ends"));
    }
}
