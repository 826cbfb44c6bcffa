package org.braid.mpi.lco;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.wire.ContextId;
import org.braid.link.Startpoint;
import org.braid.link.progress.Completion;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.SendSlot;

/**
 * Whether messages are under way by ways that objects of this process have chosen for themselves: whoever says to another process what holds only once all has arrived there says it behind them, though streams have no order among each other.
 * Guarded by the context's token.
 */
public final class OwnWays {
    private final Set<LcoSlots> objects = new LinkedHashSet<>();
    private final Map<ContextId, List<Completion>> asked = new HashMap<>();

    /** By objects that are closed. */
    private final Map<ContextId, List<Completion>> left = new HashMap<>();

    /** No object has chosen anything yet. */
    public OwnWays() {}

    void add(LcoSlots chooser) {
        objects.add(chooser);
    }

    /** The object sends nothing any more, and is about to give its ways back. */
    void remove(LcoSlots closing) {
        if (objects.remove(closing)) {
            for (SendSlot each : ChosenMethods.living(closing.usedSlots())) {
                ask(each, left);
            }
        }
    }

    /** More may have been sent since it was asked. */
    public void askAnew() {
        asked.clear();
        left.values().removeIf(OwnWays::areDone);
    }

    /** Whether that process has handled all that was sent to it so until the first call since {@link #askAnew}. Does not wait. */
    public boolean areHandledBy(ContextId process) {
        if (objects.isEmpty() && left.isEmpty()) {
            return true;
        }
        if (!asked.containsKey(process)) {
            asked.put(process, new ArrayList<>());
            for (LcoSlots each : objects) {
                askAllTo(process, each);
            }
        }
        return areDone(asked.getOrDefault(process, List.of())) && areDone(left.getOrDefault(process, List.of()));
    }

    private void askAllTo(ContextId process, LcoSlots object) {
        for (SendSlot each : ChosenMethods.living(object.usedSlots())) {
            Startpoint way = each.startpoint();
            if (way != null && way.peer().id().equals(process)) {
                ask(each, asked);
            }
        }
    }

    private static void ask(SendSlot used, Map<ContextId, List<Completion>> answers) {
        Startpoint way = used.startpoint();
        try {
            if (way != null) {
                answers.computeIfAbsent(way.peer().id(), process -> new ArrayList<>()).add(way.askHandled());
            }
        } catch (BraidException dead) {
            // Nothing arrives at a process that has failed.
        }
    }

    private static boolean areDone(List<Completion> answers) {
        return answers.stream().allMatch(Completion::isDone);
    }
}
