package org.braid.mpi.reference;

import java.util.ArrayList;
import java.util.List;
import org.braid.link.bulk.LongMessages;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.RequestPool;
import org.jspecify.annotations.Nullable;

/**
 * A receive slot as those of this process see it who lead to it. A message does not say through which of them it came, so what is lost is counted for all of them together, and told once. Guarded by the context's token.
 */
final class Destination {
    /** In place of a number of messages. */
    static final long ALL = Long.MAX_VALUE;

    final SlotAddress address;
    private final List<Referring> slots = new ArrayList<>();
    private Reason reason = Reason.NOT_ADDED;
    private long lost;
    private long told;

    Destination(SlotAddress address) {
        this.address = address;
    }

    /** Whether no slot leads there any more. */
    boolean isUnused() {
        return slots.isEmpty();
    }

    /** Whether several slots lead there: then one may be told what another one has lost. */
    boolean hasOthers() {
        return slots.size() > 1;
    }

    void add(Referring slot) {
        slots.add(slot);
        if (reason.isFinal) {
            slot.slot.refuse(reason.failure(slot.index, 0), true);
        }
    }

    void remove(Referring slot) {
        slots.remove(slot);
    }

    /**
     * The receive slot is gone, or a message has come for it that nobody receives.
     *
     * @param messages that were lost; negative: all that were sent
     */
    void gone(Reason why, int messages, RequestPool requests, LongMessages sent) {
        boolean wasUsed = false;
        reason = reason.isFinal ? reason : why; // the first one is what was wrong
        for (Referring each : slots) {
            noteHeard(each);
            wasUsed |= each.mayHaveSent();
            told += each.failPending(reason, requests, sent);
        }
        lost = messages < 0 && wasUsed ? ALL : lost == ALL ? ALL : lost + Math.max(0, messages);
        for (Referring each : slots) {
            if (reason.isFinal || lost > told) {
                each.slot.refuse(reason.failure(each.index, lost > told ? untoldNumber() : 0), reason.isFinal);
            }
        }
    }

    void endCollectives(RequestPool requests) {
        for (Referring each : slots) {
            each.endCollectives(requests);
        }
    }

    /** A send through one of the slots may have been told since. */
    private void noteHeard(Referring slot) {
        if (slot.slot.isRefusalHeard()) {
            allIsTold();
        }
    }

    /** Of what is lost by now. Sends that failed while their messages were on the way are told before these are known to be lost. */
    private void allIsTold() {
        told = Math.max(told, lost);
    }

    private long untoldNumber() {
        return lost == ALL ? ALL : lost - told;
    }

    /** What was lost without anybody being told, for who deletes this slot; null if nothing was. It is told now. */
    @Nullable MpiFailure untold(Referring deleted) {
        noteHeard(deleted);
        slots.forEach(this::noteHeard);
        MpiFailure failure = lost > told ? reason.lost(deleted.index, untoldNumber()) : null;
        allIsTold();
        return failure;
    }
}
