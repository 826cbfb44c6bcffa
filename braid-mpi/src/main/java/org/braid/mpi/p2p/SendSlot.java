package org.braid.mpi.p2p;

import org.braid.link.Startpoint;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/**
 * A reference to a receive slot of an LCO (generalized-communicators, section 3): name and index, and the startpoint once something was sent. A slot of an LCO in this context needs
 * no startpoint.
 */
public final class SendSlot {
    final LcoSlots owner;
    final int index;
    final LcoName name;
    final int receiveSlot;

    /** Written by any sending thread; all would write an equal value, and a startpoint's fields are final. {@link #reroute} alone writes another one, while none sends. */
    @Nullable Startpoint startpoint;

    /** The object's inbox, if it lives in this context; found at the first send. Guarded by the token. */
    @Nullable Inbox here;

    /** Why the next send through it fails; null if nothing is known. Any thread reads. */
    private volatile @Nullable MpiFailure refusal;
    private boolean isRefusalFinal;
    private volatile boolean isRefusalHeard;

    SendSlot(LcoSlots owner, int index, LcoName name, int receiveSlot) {
        this.owner = owner;
        this.index = index;
        this.name = name;
        this.receiveSlot = receiveSlot;
    }

    /** The name of the object that it leads to. */
    public LcoName name() {
        return name;
    }

    /** Whether anything may have been sent through it to another process. */
    public boolean isUsed() {
        return startpoint != null;
    }

    /** By which other processes are reached; null if nothing was sent through it yet, or will be. */
    public @Nullable Startpoint startpoint() {
        return startpoint;
    }

    /** What is sent through it from now on goes by another startpoint to the same object; what was sent before has been handled. No thread sends through it meanwhile, and the caller holds the token. */
    public void reroute(Startpoint other) {
        startpoint = other;
    }

    /**
     * What is sent through it from now on fails. The caller holds the token.
     *
     * @param isFinal whether that lasts; else it is told once
     */
    public void refuse(MpiFailure why, boolean isFinal) {
        isRefusalFinal = isFinal;
        isRefusalHeard = false;
        refusal = why;
        startpoint = null; // the next send looks here
    }

    /** What a send through it is told; null if nothing is wrong. */
    @Nullable MpiFailure hear() {
        MpiFailure known = refusal;
        if (known != null) {
            isRefusalHeard = true;
            refusal = isRefusalFinal ? known : null;
        }
        return known;
    }

    /** Whether a send was told of the last refusal. */
    public boolean isRefusalHeard() {
        return isRefusalHeard;
    }

    /** The index of the receive slot that this one leads to. */
    public int receiveSlot() {
        return receiveSlot;
    }
}
