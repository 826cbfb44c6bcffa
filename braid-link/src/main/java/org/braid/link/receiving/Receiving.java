package org.braid.link.receiving;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.braid.link.flow.StripeLimits;
import org.braid.link.spi.FrameSink;
import org.jspecify.annotations.Nullable;

/** The streams by which one peer's messages come. Guarded by the context's token. */
public final class Receiving {
    private final Answers answers;
    private final List<ReceivingStream> streams = new ArrayList<>(1);
    private final List<Gathering> gatherings = new ArrayList<>(0);
    private final BitSet over = new BitSet(0); // serials of streams

    /** What is said to the peer goes by {@code answers}. */
    public Receiving(Answers answers) {
        this.answers = answers;
    }

    /** The stream of this number, made when it is first named. */
    public ReceivingStream of(int number) {
        for (int i = 0; i < streams.size(); i++) {
            if (streams.get(i).number() == number) {
                return streams.get(i);
            }
        }
        ReceivingStream fresh = new ReceivingStream(answers, number);
        streams.add(fresh);
        return fresh;
    }

    /**
     * The receiving end of the striped lane of this number, made when its first rail names it.
     *
     * @param top where its frames go, in order; asked when it is made
     * @return null for one more than a peer may have at a time
     */
    public @Nullable Gathering gathering(int lane, Supplier<FrameSink> top) {
        for (Gathering each : gatherings) {
            if (each.lane() == lane) {
                return each;
            }
        }
        if (gatherings.size() >= StripeLimits.MOST_LANES) {
            return null;
        }
        Gathering fresh = new Gathering(answers, lane, top.get());
        gatherings.add(fresh);
        return fresh;
    }

    /** True of a stream that has come to its end: whatever names it still is late. */
    public boolean isOver(int serial) {
        return over.get(serial);
    }

    /**
     * A rail has come to its end, and its striped lane with the last one; a second time changes nothing.
     *
     * @param rails of that lane, in all
     * @param top as of {@link #gathering}: this may be the first that is heard of it
     */
    public void railIsOver(int number, int serial, int lane, int rails, Supplier<FrameSink> top) {
        if (over.get(serial)) {
            return;
        }
        over.set(serial);
        streams.removeIf(each -> each.number() == number);
        Gathering its = gathering(lane, top);
        if (its != null && its.railIsOver(rails)) {
            gatherings.remove(its);
        }
    }

    /** Says what is to be said; frames sent. */
    public int settle() {
        int sent = 0;
        for (int i = 0; i < streams.size(); i++) {
            sent += streams.get(i).settle();
        }
        for (int i = 0; i < gatherings.size(); i++) {
            sent += gatherings.get(i).settle();
        }
        return sent;
    }

    /** A lane that may have had answers has ended, and nobody knows whether they got through. Twice does no harm. */
    public void repeat() {
        for (ReceivingStream each : streams) {
            each.repeat();
        }
        for (Gathering each : gatherings) {
            each.repeat();
        }
    }

    /** True while something waits to be said. */
    public boolean waits() {
        for (int i = 0; i < streams.size(); i++) {
            if (streams.get(i).waits()) {
                return true;
            }
        }
        for (int i = 0; i < gatherings.size(); i++) {
            if (gatherings.get(i).waits()) {
                return true;
            }
        }
        return false;
    }

    /** True while something has come before its turn: what is missing is under way by another rail. */
    public boolean hasGaps() {
        for (int i = 0; i < gatherings.size(); i++) {
            if (gatherings.get(i).hasGap()) {
                return true;
            }
        }
        return false;
    }

    /** Nobody can be told any more. */
    public void drop() {
        for (ReceivingStream each : streams) {
            each.drop();
        }
        for (Gathering each : gatherings) {
            each.drop();
        }
    }
}
