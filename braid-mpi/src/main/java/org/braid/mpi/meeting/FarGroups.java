package org.braid.mpi.meeting;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.link.Context;
import org.braid.mpi.p2p.Envelope;

/**
 * Groups of jobs on other hosts that no launcher of this job knows: the two leaders hold a {@link Lifeline}, and a leader that loses it tells its own group.
 *
 * <pre>
 *   mpi.group-lost    a0, a1: the number of the meeting, which all of both groups know
 * </pre>
 */
final class FarGroups {
    private static final String LOST = "mpi.group-lost";
    private static final String TOLD = "the leader of this process's group has lost the other one";

    private static final int MOST_EARLY = 64;

    private final Context context;
    private final BiConsumer<List<ContextId>, String> whenLost;
    private final int lost;

    // Guarded by the context's token.
    private final Map<Long, List<ContextId>> groups = new HashMap<>();
    private final Map<Long, Lifeline> lifelines = new HashMap<>();
    private final Set<Long> early = new LinkedHashSet<>(); // lost before this process knew them, or after it had parted from them

    /** @param whenLost told, in a thread that may wait, of processes that are given up, and why */
    FarGroups(Context context, BiConsumer<List<ContextId>, String> whenLost) {
        this.context = context;
        this.whenLost = whenLost;
        this.lost = context.register(LOST, (to, a0, a1, a2, a3, payload) -> tell((long) a0 << Integer.SIZE | a1 & 0xffffffffL, TOLD));
    }

    /** This process knows a group by this meeting from now on. */
    void add(long meeting, Member[] theirs) {
        context.progress().enter();
        try {
            groups.put(meeting, processes(theirs));
            if (early.remove(meeting)) {
                tell(meeting, TOLD);
            }
        } finally {
            context.progress().exit();
        }
    }

    private static List<ContextId> processes(Member[] group) {
        return Arrays.stream(group).map(Member::process).toList();
    }

    /** This process leads its group in the meeting. */
    void lead(long meeting, Member[] ours, Talk talk) {
        Lifeline line = new Lifeline(talk, why -> lost(meeting, processes(ours), why));
        context.progress().enter();
        try {
            lifelines.put(meeting, line);
        } finally {
            context.progress().exit();
        }
        line.start();
    }

    private void lost(long meeting, List<ContextId> ours, String why) {
        context.progress().enter();
        try {
            for (ContextId each : ours) {
                if (!each.equals(context.id())) {
                    pass(meeting, each);
                }
            }
            tell(meeting, why);
        } finally {
            context.progress().exit();
        }
    }

    private void pass(long meeting, ContextId to) {
        try {
            context.startpointTo(to, Envelope.PROCESS_ENDPOINT).answer(lost, (int) (meeting >>> Integer.SIZE), (int) meeting, 0, 0);
        } catch (BraidException dead) {
            // Then its own job is about to end.
        }
    }

    /** By a thread of its own: whoever is told may wait. The caller holds the token. */
    private void tell(long meeting, String why) {
        List<ContextId> group = groups.remove(meeting);
        if (group != null) {
            Thread.ofVirtual().name("braid-group-lost").start(() -> whenLost.accept(group, why));
        } else {
            keep(meeting);
        }
    }

    private void keep(long meeting) {
        if (early.size() == MOST_EARLY) {
            early.remove(early.iterator().next());
        }
        boolean ignored = early.add(meeting);
    }

    /** The groups of one meeting are strangers again. */
    void part(long meeting) {
        Lifeline line;
        context.progress().enter();
        try {
            groups.remove(meeting);
            line = lifelines.remove(meeting);
        } finally {
            context.progress().exit();
        }
        if (line != null) {
            line.end();
        }
    }

    /** Of all meetings. */
    void leave() {
        List<Lifeline> all;
        context.progress().enter();
        try {
            groups.clear();
            all = List.copyOf(lifelines.values());
            lifelines.clear();
        } finally {
            context.progress().exit();
        }
        all.forEach(Lifeline::end);
    }
}
