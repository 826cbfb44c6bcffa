package org.braid.mpi;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import org.braid.base.BraidException;
import org.braid.base.memory.Memory;
import org.braid.link.Startpoint;
import org.braid.link.spi.Lane;
import org.braid.mpi.match.Posted;
import org.jspecify.annotations.Nullable;

/**
 * How a message leaves: short ones are handed to the lane at once, without the token, a request or an allocation; the link layer offers the others to the receiver while their bytes
 * stay with us. Messages to an LCO of this context meet their receives here.
 */
final class Sending {
    /** The request of every non-blocking send that was done before its call returned. Never pooled. */
    final Request done = new Request(-1);

    private final Engine engine;
    private final Impairment impairment;
    private final MemorySegment oneByte = MemorySegment.ofArray(new byte[1]);
    private final int enqueue;

    Sending(Engine engine, int enqueue) {
        this.engine = engine;
        this.impairment = engine.impairment;
        this.enqueue = enqueue;
        done.complete();
    }

    /** Standard send. The bytes are free when the request is done; often it is {@link #done} already. */
    Request start(SendSlot to, @Nullable Object base, long offset, long bytes, int word, int extra, int tag) {
        Startpoint startpoint = to.startpoint;
        if (startpoint == null) {
            if (isHere(to)) {
                return toSelf(to, base, offset, bytes, word, extra, tag);
            }
            startpoint = connect(to);
        }
        if (impairment.any()) {
            impairment.checkSend(startpoint);
        }
        if (bytes <= Integer.MAX_VALUE && startpoint.trySend(enqueue, to.receiveSlot, tag, word, extra, base, offset, (int) bytes) == Lane.TAKEN) {
            return done;
        }
        return startSlowly(startpoint, to, base, offset, bytes, word, extra, tag);
    }

    /** Synchronous send: done when it was matched. The receiver says so, which counts for a short message; of a long one, pulling it says so. */
    Request startSynchronous(SendSlot to, @Nullable Object base, long offset, long bytes, int word, int tag) {
        if (isHere(to)) {
            return toSelf(to, base, offset, bytes, word | Envelope.SYNCHRONOUS, 0, tag);
        }
        Startpoint startpoint = startpoint(to);
        if (impairment.any()) {
            impairment.checkSend(startpoint);
        }
        engine.progress.enter();
        try {
            Request r = take(Request.Kind.SYNCHRONOUS_SEND, base);
            r.peer = startpoint.peer();
            r.to = to;
            if (!startInside(r, startpoint, to, base, offset, bytes, word | Envelope.SYNCHRONOUS, Acknowledgements.handle(r), tag)) {
                r.kind = Request.Kind.SEND; // a long one: the link layer says when it was fetched
            }
            return r;
        } finally {
            engine.progress.exit();
        }
    }

    private Request startSlowly(Startpoint startpoint, SendSlot to, @Nullable Object base, long offset, long bytes, int word, int extra, int tag) {
        engine.progress.enter();
        try {
            engine.progress.poll(); // credit may have come: a program that only sends looks nowhere else
            Request r = take(Request.Kind.SEND, base);
            r.peer = startpoint.peer();
            r.to = to;
            if (startInside(r, startpoint, to, base, offset, bytes, word, extra, tag)) {
                engine.requests.give(r);
                return done;
            }
            return r;
        } finally {
            engine.progress.exit();
        }
    }

    private boolean startInside(
            Request r, Startpoint startpoint, SendSlot to, @Nullable Object base, long offset, long bytes, int word, int extra, int tag) {
        try {
            return startpoint.startInside(enqueue, to.receiveSlot, tag, word, extra, base, offset, bytes, r);
        } catch (BraidException ended) {
            engine.requests.give(r);
            throw startpoint.peer().failure() == null ? ended : new MpiFailure(ErrorClass.PEER_FAILED, ended);
        }
    }

    private Request toSelf(SendSlot to, @Nullable Object base, long offset, long bytes, int word, int extra, int tag) {
        engine.progress.enter();
        try {
            Lco lco = here(to);
            checkReadable(base, offset, bytes);
            Posted met = lco.arrive(word, to.receiveSlot, tag);
            if (met == null) {
                return keepAtSelf(lco, to, base, offset, bytes, word, extra, tag);
            }
            engine.receiving.meet((Request) met, to.receiveSlot, tag, word, extra, base, offset, bytes);
            return done;
        } finally {
            engine.progress.exit();
        }
    }

    private Lco here(SendSlot to) {
        Lco lco = to.here;
        if (lco == null) {
            lco = engine.local(to.name);
            to.here = lco;
        }
        if (lco == null || lco.isClosed()) {
            throw Failures.freed();
        }
        return lco;
    }

    /** The sender's memory may refuse (closed, of another thread): that is its own failure, not that of the receive that the message would meet. */
    private void checkReadable(@Nullable Object base, long offset, long bytes) {
        if (bytes > 0 && (base instanceof MemorySegment || base instanceof Buffer)) {
            Memory.copyIn(base, offset, oneByte, 0, 1);
            Memory.copyIn(base, offset + bytes - 1, oneByte, 0, 1);
        }
    }

    private Request keepAtSelf(Lco lco, SendSlot to, @Nullable Object base, long offset, long bytes, int word, int extra, int tag) {
        if (!Envelope.isSynchronous(word) && bytes <= EarlyMemory.LARGEST) {
            enqueue(lco, to, tag, engine.receiving.keepCopy(word, base, offset, extra, (int) bytes));
            return done;
        }
        Request r = take(Request.Kind.SEND, base);
        r.offset = offset;
        enqueue(lco, to, tag, engine.receiving.keepAtSend(word, extra, r, bytes));
        return r;
    }

    private void enqueue(Lco lco, SendSlot to, int tag, Early early) {
        if (!lco.inbox().enqueue(early, early.word, to.receiveSlot, tag)) {
            engine.receiving.discard(early);
            throw engine.exhausted();
        }
        lco.inbox().showToProbes(early);
    }

    private Request take(Request.Kind kind, @Nullable Object base) {
        Request r = engine.requests.take(kind);
        r.base = base;
        return r;
    }

    Startpoint startpoint(SendSlot to) {
        Startpoint startpoint = to.startpoint;
        return startpoint != null ? startpoint : connect(to);
    }

    private boolean isHere(SendSlot to) {
        return to.name.context().equals(engine.context.id());
    }

    private Startpoint connect(SendSlot to) {
        Startpoint startpoint = engine.context.quietStartpointTo(to.name.context(), to.name.endpoint(), to.name.generation());
        to.startpoint = startpoint;
        return startpoint;
    }
}
