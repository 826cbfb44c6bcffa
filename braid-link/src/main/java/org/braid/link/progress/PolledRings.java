package org.braid.link.progress;

import java.util.Arrays;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.ContextId;
import org.braid.link.ring.RingConsumer;
import org.jspecify.annotations.Nullable;

/** The rings out of which peers speak to one context: polled on every turn, by direct calls. Guarded by the context's token. */
public final class PolledRings {
    private RingConsumer[] rings = new RingConsumer[4];
    private int count;

    /** Polls this ring from now on. */
    public void add(RingConsumer ring) {
        if (ring.sink() instanceof RingReader reader) {
            reader.reads(ring);
        }
        if (count == rings.length) {
            rings = Arrays.copyOf(rings, count * 2);
        }
        rings[count++] = ring;
    }

    /** Polls this ring no longer. */
    public void remove(RingConsumer ring) {
        for (int i = 0; i < count; i++) {
            if (rings[i] == ring) {
                rings[i] = rings[--count];
                return;
            }
        }
    }

    /** Whether any ring is polled. */
    public boolean any() {
        return count > 0;
    }

    /** True while a ring of this peer is polled. */
    public boolean anyOf(ContextId peer) {
        for (int i = 0; i < count; i++) {
            if (isOf(rings[i], peer)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOf(RingConsumer ring, ContextId peer) {
        return ring.sink() instanceof RingReader reader && reader.source().equals(peer);
    }

    /** Polls no ring of this peer any longer. */
    public void removeAllOf(ContextId peer) {
        for (int i = count - 1; i >= 0; i--) {
            if (isOf(rings[i], peer)) {
                remove(rings[i]);
            }
        }
    }

    /** This peer was given up, and may live: what it writes is not answered any more, which it is told. */
    public void renounce(ContextId peer) {
        for (int i = 0; i < count; i++) {
            if (isOf(rings[i], peer)) {
                rings[i].renounce();
            }
        }
    }

    /** Polls nothing any more, for good: whoever writes is told so. */
    public void leave() {
        for (int i = 0; i < count; i++) {
            rings[i].desert();
        }
        count = 0;
    }

    /** @return frames taken, at most {@code window} from each ring, so that a flood from one peer does not hide the others */
    int poll(int window) {
        int done = 0;
        RingConsumer[] r = rings;
        for (int i = 0, n = count; i < n; i++) {
            int k = r[i].poll(window);
            if (k < 0) {
                cut(r[i]);
                break;
            }
            done += k;
        }
        return done;
    }

    /** The first ring in which something lies, or null. A look is one load of a line that only the sender writes. */
    @Nullable RingConsumer ready() {
        RingConsumer[] r = rings;
        for (int i = 0, n = count; i < n; i++) {
            if (r[i].ready()) {
                return r[i];
            }
        }
        return null;
    }

    /** One frame, which is mostly the one that is waited for: a look behind it may fetch a line from the sender's cache, and all that follows would wait for that. */
    void take(RingConsumer ring) {
        if (ring.poll(1) < 0) {
            cut(ring);
        } else {
            ring.sink().awaited();
        }
    }

    private void cut(RingConsumer ring) {
        remove(ring);
        ring.sink().ended(corrupt());
    }

    private static BraidException corrupt() {
        return new BraidException(
                ErrorCode.STREAM_VIOLATED,
                "A ring was cut",
                "a record in it is longer than the ring",
                "The peer is broken: see its output; if it is not, report this");
    }
}
