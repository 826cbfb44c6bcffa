package org.braid.link.receiving;

import java.nio.charset.StandardCharsets;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of one stream of a peer: what it was granted, and the lane by which it comes now. When the stream goes on by another lane, what the old one brings from then on is refused, and the
 * peer is told how much of it was accepted ({@code docs/wire.md}, hand-over). Guarded by the context's token, except what says otherwise.
 */
public final class ReceivingStream implements Creditor {
    /** In place of the number of frames accepted: not even the one that introduces the lane has come. */
    public static final long UNSEEN = -1;

    private static final int NONE = -1;

    private final Answers answers;
    private final int number;
    private final Grants grants;
    private @Nullable LaneEnd arrival;
    private int incarnation; // of the lane by which it comes
    private int leftIncarnation = NONE; // the last one that was in use before,
    private long leftAccepted; // and how many of its frames were accepted
    private boolean owesAnswer;
    private @Nullable String cut; // why its lane was cut, until the peer is told,
    private @Nullable String lastCut; // or has gone on by another one

    ReceivingStream(Answers answers, int number) {
        this.answers = answers;
        this.number = number;
        this.grants = new Grants(answers, number);
    }

    /** The number under which its sender knows it. */
    public int number() {
        return number;
    }

    /** The lane by which it comes now. */
    @Nullable LaneEnd arrival() {
        return arrival;
    }

    int incarnation() {
        return incarnation;
    }

    /**
     * The first lane of all, which needs no introduction.
     *
     * @return false if the stream has gone on by another lane meanwhile
     */
    public boolean comesBy(LaneEnd first) {
        if (incarnation > 0) {
            return false;
        }
        if (arrival == null) {
            arrival = first;
        }
        return true;
    }

    /**
     * A lane introduces itself.
     *
     * @param nextIncarnation counts the lanes that this stream has had
     * @param left the incarnation of which the peer wants to know what was accepted; negative for none
     * @return false if the introduction is late: the stream has gone on
     */
    public boolean goesOnBy(LaneEnd next, int nextIncarnation, int left) {
        if (nextIncarnation < incarnation || arrival != null && nextIncarnation == incarnation) {
            return false;
        }
        long accepted = arrival == null ? UNSEEN : arrival.leave();
        if (left >= 0 && left != leftIncarnation) {
            leftAccepted = left == incarnation ? accepted : UNSEEN;
            leftIncarnation = left;
        }
        arrival = next;
        incarnation = nextIncarnation;
        lastCut = null;
        owesAnswer = left >= 0;
        return true;
    }

    @Override
    public void consumed(int chargeBytes) {
        grants.consumed(chargeBytes);
    }

    @Override
    public void consumedElsewhere(int chargeBytes) {
        grants.consumedElsewhere(chargeBytes);
        answers.wantPoll();
    }

    /** Says what is to be said; frames sent. */
    int settle() {
        int sent = grants.settle();
        if (owesAnswer) {
            owesAnswer = Lane.isNotNow(answers.offer(FrameKind.HANDED, number, incarnation, (int) leftAccepted, (int) (leftAccepted >>> 32), null));
        }
        String why = cut;
        if (why != null) {
            byte[] text = why.getBytes(StandardCharsets.UTF_8);
            cut = Lane.isNotNow(answers.offer(FrameKind.CUT, number, incarnation, 0, 0, text)) ? why : null;
        }
        return sent;
    }

    /** What has been said may not have got through. */
    void repeat() {
        owesAnswer = leftIncarnation != NONE;
        cut = lastCut;
        grants.repeat();
    }

    /** True while something waits to be said. */
    boolean waits() {
        return grants.waits() || owesAnswer || cut != null;
    }

    void drop() {
        grants.drop();
        owesAnswer = false;
        cut = null;
    }

    /** What its lane brings is refused from now on. */
    public void cut(String why) {
        cut = why;
        lastCut = why;
    }
}
