package org.braid.coll.board;

import java.lang.invoke.VarHandle;

/**
 * Who sleeps until whom has shown, or seen. A member that has looked long enough leaves a <em>wish</em> in its own area, tells whom it names that there is one, looks once more, and then sleeps in the receive of a message; whoever
 * fulfils the wish takes it away and sends that message. So a sleeper sleeps as in every other call: its peer's death, its leaving and a knot of waiting ranks are told by the same means.
 *
 * <pre>
 *   wish:  63      16 15       2      1     0
 *         |  phase   |  whom   | kind  |  1  |          0: none
 * </pre>
 *
 * The sleeper stores its wish, then looks at what is shown; the other shows, then looks for wishes. Both have a full fence between ({@link #any}, {@link #leave}), so one of them sees the other; a volatile store alone would not order the acquire behind it. A wish
 * that is not needed after all is withdrawn by the same compare-and-swap that takes it: exactly one of them succeeds, and a message is sent only to whoever then waits for it.
 *
 * <p>The message has to go before all others of the sleeper's call, and a member sends those once it has looked for wishes. One that this look did not see is of a sleeper that sees what was shown before it, and withdraws its wish: a later look leaves that alone, or its message would come behind a block, which the sleeper then took for it.
 */
public final class Wishes {
    private static final int WISH_AT = 8;
    private static final int TAG_AT = 16;
    private static final int SIGNATURE_AT = 24;
    private static final int ASKED_AT = 64;

    private static final long NONE = 0;
    private static final int PHASE_AT = 16;
    private static final int WHOM_AT = 2;
    private static final int WHOM_MASK = (1 << PHASE_AT - WHOM_AT) - 1;

    private final Board board;
    private final Words words;
    private long shownBefore; // what was the last at the end of the last look
    private long seenBefore;

    Wishes(Board board, Words words) {
        this.board = board;
        this.words = words;
    }

    private static long wish(int kind, int whom, long phase) {
        return phase << PHASE_AT | (long) whom << WHOM_AT | kind << 1 | 1;
    }

    /**
     * Wishes that a member had shown, or seen.
     *
     * @param tag with which number, and {@code signature} with which one, the message is to come
     * @return true if a message comes, or the member has not yet: it must be received; false if the wish is fulfilled already, and no message comes
     */
    public boolean leave(int kind, int whom, long phase, int tag, long signature) {
        long own = board.area(board.rank());
        words.set(own + TAG_AT, tag);
        words.set(own + SIGNATURE_AT, signature);
        words.setVolatile(own + WISH_AT, wish(kind, whom, phase));
        words.setVolatile(board.area(whom) + ASKED_AT, 1);
        VarHandle.fullFence(); // before the look at what is shown
        return !board.has(kind, whom, phase) || !withdraw();
    }

    /** Takes this member's wish back; false if somebody has taken it, who sends the message, or there is none. */
    public boolean withdraw() {
        long own = board.area(board.rank()) + WISH_AT;
        long wish = words.acquire(own);
        return wish != NONE && words.swap(own, wish, NONE);
    }

    /** Whether somebody may wish something of this member; after {@link Board#show} and {@link Board#finish}, before this member waits for anything or goes. */
    public boolean any() {
        VarHandle.fullFence(); // behind what was shown or read
        return words.acquire(board.area(board.rank()) + ASKED_AT) != 0;
    }

    /** A look has ended, or there was nothing to look for: whoever leaves a wish from now on sees what has been shown, and read, until now. */
    public void haveBeenLookedAt() {
        shownBefore = board.last(Board.SHOWN);
        seenBefore = board.last(Board.SEEN);
    }

    private boolean isWithdrawn(int kind, long phase) {
        return phase <= (kind == Board.SHOWN ? shownBefore : seenBefore);
    }

    /** Begins a look at all wishes: those that come later are told anew. */
    public void look() {
        words.setVolatile(board.area(board.rank()) + ASKED_AT, 0);
        VarHandle.fullFence(); // a wish that is looked at too early would have lost its word here
    }

    /**
     * Takes the wish of a member if it was fulfilled by this one since the last look; then the message must be sent. One that was fulfilled before is withdrawn by the sleeper; one that is not fulfilled yet stays, and is told anew.
     *
     * @return true if it was taken
     */
    public boolean take(int sleeper) {
        long at = board.area(sleeper) + WISH_AT;
        long wish = words.acquire(at);
        if (wish == NONE || (int) (wish >>> WHOM_AT & WHOM_MASK) != board.rank()) {
            return false;
        }
        int kind = (int) (wish >>> 1) & 1;
        long phase = wish >>> PHASE_AT;
        if (board.has(kind, board.rank(), phase)) {
            return !isWithdrawn(kind, phase) && words.swap(at, wish, NONE);
        }
        words.setVolatile(board.area(board.rank()) + ASKED_AT, 1);
        return false;
    }

    /** With which number the message to a member is to come whose wish was taken. */
    public int tag(int sleeper) {
        return (int) words.get(board.area(sleeper) + TAG_AT);
    }

    /** With which signature, likewise. */
    public long signature(int sleeper) {
        return words.get(board.area(sleeper) + SIGNATURE_AT);
    }
}
