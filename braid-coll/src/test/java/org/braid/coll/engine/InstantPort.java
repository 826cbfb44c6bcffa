package org.braid.coll.engine;

import org.braid.base.BraidException;
import org.braid.coll.agreement.CallLog;
import org.braid.coll.agreement.Disagreement;
import org.jspecify.annotations.Nullable;

/** A network that is done with everything at once: what's left is the engine's own cost. */
final class InstantPort implements Port {
    private final int rank;
    private final int size;
    private final CallLog log = new CallLog();
    long messages;
    int tickets;

    InstantPort(int rank, int size) {
        this.rank = rank;
        this.size = size;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void reserve(int wanted) {
        tickets = wanted;
    }

    @Override
    public int send(int ticket, int slot, int tag, long signature, Object base, long offset, long bytes) {
        messages++;
        return DONE;
    }

    @Override
    public int receive(int ticket, int slot, int tag, long signature, Object base, long offset, long bytes) {
        messages++;
        return PENDING;
    }

    @Override
    public int poll(int ticket) {
        return DONE;
    }

    @Override
    public int await(int ticket, long timeoutNs) {
        return DONE;
    }

    @Override
    public boolean awaitAny(int[] tickets, int count, long timeoutNs) {
        return true;
    }

    @Override
    public void progress() {}

    @Override
    public long signature(int ticket) {
        return 0;
    }

    @Override
    public void cancel(int ticket) {}

    @Override
    public CallLog log() {
        return log;
    }

    @Override
    public void inquire(int slot, int tag, long signature) {}

    @Override
    public void callOff(int slot, int tag) {}

    @Override
    public @Nullable Disagreement calledOff(int tag) {
        return null;
    }

    @Override
    public Disagreement disagree(Disagreement found) {
        return found;
    }

    @Override
    public @Nullable BraidException loss() {
        return null;
    }

    @Override
    public @Nullable Disagreement disagreement() {
        return null;
    }
}
