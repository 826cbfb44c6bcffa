package org.braid.link.control;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.braid.base.BraidException;
import org.braid.base.wire.FrameKind;
import org.braid.link.progress.Completion;
import org.jspecify.annotations.Nullable;

/**
 * Completion level HANDLED: has everything been handled that I sent before? The question follows the messages on their own lane, so handlers that run in the poller have returned when
 * it comes. Requests that go on after that, in a blocking handler or until their data has been fetched, are numbered as they begin; a question is answered once all have ended that
 * began before it.
 *
 * <pre>
 *   ask ───── DONE number, {@link #QUESTION} ─────&gt; asked ─ ─ all ended that began before? ─ ─ settle
 *   answered &lt;───────────────────────────────────── DONE number, {@link #ANSWER} ─────┘
 * </pre>
 */
public final class Handled {
    /** Who a DONE speaks to, beside those of {@link org.braid.link.bulk.BulkFrames}. */
    public static final int QUESTION = 2;
    public static final int ANSWER = 3;

    private static final int MOST_QUESTIONS = 65_536;

    /** Asked by the peer when so many requests had begun. */
    private record Question(long before, long number) {}

    private final Correspondent peer;

    // What we have asked; guarded by the context's token.
    private final Map<Long, Completion> asked = new HashMap<>();
    private long questions;

    // What the peer has sent and asked; guarded by this.
    private final TreeSet<Long> going = new TreeSet<>();
    private final ArrayDeque<Question> open = new ArrayDeque<>();
    private long begun;

    /** Of one peer. */
    public Handled(Correspondent peer) {
        this.peer = peer;
    }

    /** A request goes on after its handler has left the poller; the number to {@link #end} it by. */
    public synchronized long begin() {
        going.add(begun);
        return begun++;
    }

    /** Any thread. */
    public void end(long number) {
        if (endsFor(number)) {
            peer.wantPoll();
        }
    }

    private synchronized boolean endsFor(long number) {
        going.remove(number);
        return !open.isEmpty();
    }

    /** The number of a question that its asker sends behind everything that it means: DONE, {@link #QUESTION}. Caller holds the token. */
    public long ask(Completion done) {
        long number = questions++;
        asked.put(number, done);
        return number;
    }

    /** The peer says that everything before this question has been handled. */
    public void answered(long number) {
        Completion done = asked.remove(number);
        if (done != null) {
            done.complete();
        }
    }

    /** @throws IllegalStateException if the peer asks more than any honest one would */
    public void asked(long number) {
        remember(number);
        settle();
    }

    private synchronized void remember(long number) {
        if (open.size() == MOST_QUESTIONS) {
            throw new IllegalStateException(MOST_QUESTIONS + " questions are open");
        }
        open.add(new Question(begun, number));
    }

    /** Answers what can be answered. Caller holds the token. */
    public void settle() {
        for (Question due = due(); due != null; due = due()) {
            peer.post(FrameKind.DONE, (int) due.number, (int) (due.number >>> 32), 0, ANSWER, null, 0);
        }
    }

    private synchronized @Nullable Question due() {
        Question next = open.peek();
        return next == null || !going.isEmpty() && going.first() < next.before ? null : open.poll();
    }

    /** The peer will answer nothing any more. */
    public void fail(BraidException cause) {
        for (Completion done : asked.values()) {
            done.fail(cause);
        }
        asked.clear();
    }
}
