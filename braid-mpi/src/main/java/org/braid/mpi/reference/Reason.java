package org.braid.mpi.reference;

import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.Refusals;
import org.jspecify.annotations.Nullable;

/** Why a send slot leads nowhere, as it travels: by its number. */
enum Reason {
    DELETED("its receive slot was deleted", true),
    FREED("the local communicator of its receive slot was freed", true),
    NOT_ADDED("its receive slot was not added yet", false),
    KEY("its receive slot takes only who shows its slot name, and no such was shown", true);

    private final String text;

    /** Whether the send slot is of no more use. */
    final boolean isFinal;

    Reason(String text, boolean isFinal) {
        this.text = text;
        this.isFinal = isFinal;
    }

    static @Nullable Reason of(int number) {
        return number < 0 || number >= values().length ? null : values()[number];
    }

    /** For the next send. */
    MpiFailure failure(int sendSlot, long lost) {
        return Refusals.slotGone("nothing can be sent through send slot " + sendSlot, lost == 0 ? text : text + "; " + messages(lost) + " sent through it before " + (lost == 1 ? "was" : "were") + " not received");
    }

    /** For who deletes the slot. */
    MpiFailure lost(int sendSlot, long lost) {
        return Refusals.slotGone(messages(lost) + " sent through send slot " + sendSlot + (lost == 1 ? " was" : " were") + " not received", text);
    }

    private static String messages(long count) {
        return count == Destination.ALL ? "messages" : count == 1 ? "a message" : count + " messages";
    }
}
