package org.braid.coll.board;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.braid.base.memory.Memory;
import org.braid.base.memory.NativeMemory;
import org.braid.base.memory.stores.ChosenStores;

/**
 * Memory that all members of a communicator share, as one of them sees it: each <em>shows</em> bytes in phases that all count alike, and reads what others show. One thread of a member at a time.
 *
 * <pre>
 *  members, 128 bytes each                                         phases, as many as its extent says, in turn
 *  0      8      16    24          32     40     64      72    128  0                     16 P                            to the next 64
 *  +------+------+-----+-----------+------+- - - +-------+- - -+    +-------+-----------+- - - - - +- - - - - - - - - - - - - - +
 *  | seen | wish | tag | signature | left |      | asked |     |    | stamp | signature | …        | P places, one for each member |
 *  +------+------+-----+-----------+------+- - - +-------+- - -+    +-------+-----------+- - - - - +- - - - - - - - - - - - - - +
 *    written by the member, wish also             by all              of member 0        of 1, …     as long as what all show in it
 *    by whom it names, left: 1 it has, 2 a call has failed there
 * </pre>
 *
 * A stamp says in one word that a member has shown something in this very phase and in which call: it is found with the signature that is expected as it is with the one that lies beside. Places follow the stamps and each other without gaps, so that what is short comes with its stamp's line, and a block of each
 * member is read by one copy: in code that is not compiled yet copies are what takes time (docs/decisions/boards.md).
 *
 * <p>The release of a stamp in {@link #show} pairs with the acquires in {@link #firstMissing} and {@link #hasShown(int, long, long)}: signature and bytes before their reading. The release of <em>seen</em> in {@link #finish} pairs with the fence in {@link #laggard}: reading before the place is
 * written again; that of <em>left</em> in {@link #leave} with the acquire in {@link #hasLeft}: all that a member does before the memory serves for something else.
 */
public final class Board {
    /** What may be waited for: that a member has shown in a phase, or that it has read all it wants of it. */
    public static final int SHOWN = 0, SEEN = 1;

    private static final int LEFT_AT = 32;
    private static final long LEFT = 1;
    private static final long ASTRAY = 2;
    static final int MEMBER_BYTES = 128;
    private static final int MEMBER_LONGS = MEMBER_BYTES / Long.BYTES;
    private static final int STAMP_BYTES = 2 * Long.BYTES;
    static final int LINE_BYTES = 64;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    /** Stamps of so few members are looked at one by one: a copy of them all takes as long as four looks. */
    private static final int FEW = 4;

    private final Extent extent;
    private final int phasesHeld;
    private final long phaseBytes; // kept, as what is below, since each look asks for it
    private final long stampsBytes;
    private final MemorySegment piece; // stays reachable
    private final MemorySegment memory;
    private final Words words;
    private final long base;
    private final long phases; // where they begin
    private final int rank;
    private final int size;
    private final Wishes wishes;
    private final ChosenStores stores = new ChosenStores();
    private final long[] stamps; // as they were at the last look
    private final long[] members;
    private final MemorySegment stampsHere; // the arrays as segments: the copy that takes an array spins a class at its first use
    private final MemorySegment membersHere;
    private long seenByAll; // every member has read all it wants up to this phase
    private long lastShown; // the last phase in which this member has shown, and up to which it has read
    private long lastSeen;

    /**
     * The board as member {@code rank} of {@code size} sees it.
     *
     * @param piece {@link Extent#bytes} of native memory that all members see, at a multiple of 64; nothing but zeros before the first of them comes
     */
    public Board(Extent extent, MemorySegment piece, int rank, int size) {
        if (piece.byteSize() < extent.bytes(size)) {
            throw new IllegalArgumentException("a board of " + size + " members has " + extent.bytes(size) + " bytes, not " + piece.byteSize());
        }
        this.extent = extent;
        this.phasesHeld = extent.phases(size);
        this.phaseBytes = extent.phaseBytes(size);
        this.stampsBytes = stampsBytes(size);
        this.piece = piece;
        this.memory = NativeMemory.of(piece);
        this.base = NativeMemory.at(piece, 0);
        this.phases = base + (long) size * MEMBER_BYTES;
        this.rank = rank;
        this.size = size;
        this.words = new Words(piece);
        this.wishes = new Wishes(this, words);
        this.stamps = new long[2 * size];
        this.members = new long[MEMBER_LONGS * size];
        this.stampsHere = MemorySegment.ofArray(stamps);
        this.membersHere = MemorySegment.ofArray(members);
    }

    /** How far a member may be ahead of the slowest one. */
    public int phases() {
        return phasesHeld;
    }

    static long stampsBytes(int size) {
        return size * (long) STAMP_BYTES;
    }

    int size() {
        return size;
    }

    int rank() {
        return rank;
    }

    /** Where a member's words are. */
    long area(int member) {
        return base + (long) member * MEMBER_BYTES;
    }

    private long phase(long phase) {
        return phases + (phase & phasesHeld - 1) * phaseBytes;
    }

    private static long stamp(long phase, long signature) {
        return (signature + 1) * MIX + phase;
    }

    /** Who sleeps until whom has shown, or seen. */
    public Wishes wishes() {
        return wishes;
    }

    /** Whether the member has shown in the phase, or has read all it wants up to that phase. */
    public boolean has(int kind, int member, long phase) {
        return kind == SHOWN ? hasShown(member, phase) : words.acquire(area(member)) >= phase;
    }

    private boolean hasShown(int member, long phase) {
        long at = phase(phase) + (long) member * STAMP_BYTES;
        long found = words.acquire(at);
        return found == stamp(phase, words.get(at + Long.BYTES));
    }

    /**
     * The first of the members {@code from …} that has not shown in this phase what belongs to the call with this signature; one that {@link #has} shown nevertheless has made another call. This member has.
     *
     * @return -1 if there is none; then their places may be read
     */
    public int firstMissing(long phase, long signature, int from) {
        return size <= FEW ? firstMissingOfFew(phase, signature, from) : firstMissingOfMany(phase, signature, from);
    }

    private int firstMissingOfFew(long phase, long signature, int from) {
        for (int member = from; member < size; member++) {
            if (member != rank && !hasShown(member, phase, signature)) {
                return member;
            }
        }
        return -1;
    }

    private int firstMissingOfMany(long phase, long signature, int from) {
        long wanted = stamp(phase, signature);
        MemorySegment.copy(memory, phase(phase) + (long) from * STAMP_BYTES, stampsHere, (long) from * STAMP_BYTES, (long) (size - from) * STAMP_BYTES);
        for (int member = from; member < size; member++) {
            if (stamps[2 * member] != wanted) {
                return member;
            }
        }
        VarHandle.acquireFence();
        return -1;
    }

    /** Whether that member has shown in this phase what belongs to the call with this signature. */
    public boolean hasShown(int member, long phase, long signature) {
        return words.acquire(phase(phase) + (long) member * STAMP_BYTES) == stamp(phase, signature);
    }

    /** With what a member that {@link #has} shown in that phase has marked it: its call's signature, and what its calls before have left. */
    public long signature(int member, long phase) {
        return words.get(phase(phase) + (long) member * STAMP_BYTES + Long.BYTES);
    }

    /** A member that has not read all it wants of the phase whose memory this one needs in {@code phase}; -1 if there is none, and {@link #show} may come. */
    public int laggard(long phase) {
        long needed = phase - phasesHeld;
        if (seenByAll >= needed) {
            return -1;
        }
        MemorySegment.copy(memory, base, membersHere, 0, (long) size * MEMBER_BYTES);
        long least = Long.MAX_VALUE;
        for (int member = 0; member < size; member++) {
            long seen = member == rank ? Long.MAX_VALUE : members[MEMBER_LONGS * member];
            if (seen < needed) {
                return member;
            }
            least = Math.min(least, seen);
        }
        VarHandle.acquireFence();
        seenByAll = least;
        return -1;
    }

    /** It is known that every member has read all it wants up to that phase. */
    public void allHaveSeen(long phase) {
        seenByAll = Math.max(seenByAll, phase);
    }

    /**
     * Writes into this member's place what it is going to {@link #show}.
     *
     * @param phase one of which nobody is a {@linkplain #laggard laggard}
     * @param placeBytes how long the place of each member is in this phase, at most what the extent says
     * @param at from which byte of the place on
     * @param from user memory (see {@link Memory}), from byte {@code offset} on
     */
    public void write(long phase, int placeBytes, int at, Object from, long offset, int bytes) {
        long place = placeOf(rank, placeBytes, at, bytes);
        if (bytes > 0) {
            stores.copyIn(from, offset, memory, places(phase) + place, bytes);
        }
    }

    /** As {@link #write}, a number at a multiple of eight. */
    public void writeLength(long phase, int placeBytes, int at, long length) {
        words.set(places(phase) + placeOf(rank, placeBytes, at, Long.BYTES), length);
    }

    private long placeOf(int member, int placeBytes, int at, int bytes) {
        if ((placeBytes | at | bytes) < 0 || at + bytes > placeBytes || placeBytes > extent.placeBytes()) {
            throw new IllegalArgumentException("bytes " + at + " to " + (at + bytes) + " lie outside of what a member shows, " + placeBytes);
        }
        return (long) member * placeBytes + at;
    }

    /** All may read what this member has written for the phase from now on. Whoever sleeps until then is found in {@link #wishes} by looking there afterwards. */
    public void show(long phase, long signature) {
        long at = phase(phase) + (long) rank * STAMP_BYTES;
        words.set(at + Long.BYTES, signature);
        words.release(at, stamp(phase, signature));
        lastShown = phase;
    }

    private long places(long phase) {
        return phase(phase) + stampsBytes;
    }

    /** Reads {@code bytes} bytes of what members from {@code member} on have shown, from its byte {@code at} on, into user memory. */
    public void read(int member, long phase, int placeBytes, int at, Object to, long offset, int bytes) {
        long first = (long) member * placeBytes + at;
        if ((member | placeBytes | at | bytes) < 0 || first + bytes > (long) size * placeBytes || placeBytes > extent.placeBytes()) {
            throw new IllegalArgumentException("bytes " + first + " to " + (first + bytes) + " lie outside of what members show");
        }
        if (bytes > 0) {
            Memory.copyOut(memory, places(phase) + first, to, offset, bytes);
        }
    }

    /** The number that a member has written into its place by {@link #writeLength}. */
    public long readLength(int member, long phase, int placeBytes, int at) {
        if (member < 0 || member >= size) {
            throw new IllegalArgumentException("there is no member " + member + " of " + size);
        }
        return words.get(places(phase) + placeOf(member, placeBytes, at, Long.BYTES));
    }

    /** This member has read all it wants up to that phase. Whoever sleeps until then is found in {@link #wishes} afterwards. */
    public void finish(long phase) {
        words.release(area(rank), phase);
        lastSeen = phase;
    }

    /** The last phase in which this member has shown, or up to which it has read all it wants: they come in their order. */
    long last(int kind) {
        return kind == SHOWN ? lastShown : lastSeen;
    }

    /** This member touches the board no more. That it has read all it wants does not say so: whoever has read still looks for wishes, and takes them. */
    public void leave() {
        end(LEFT);
    }

    /** Whether that member has: its words stay what they are. */
    public boolean hasLeft(int member) {
        return (words.acquire(area(member) + LEFT_AT) & LEFT) != 0;
    }

    /** A call of the communicator has failed at this member: how far it comes from here on says nothing of what its program calls. */
    public void goAstray() {
        end(ASTRAY);
    }

    /** Whether one has at that member. */
    public boolean isAstray(int member) {
        return (words.acquire(area(member) + LEFT_AT) & ASTRAY) != 0;
    }

    private void end(long how) {
        long word = area(rank) + LEFT_AT;
        words.release(word, words.acquire(word) | how);
    }

    /** Whether all members have left. */
    public boolean isQuiet() {
        for (int member = 0; member < size; member++) {
            if (!hasLeft(member)) {
                return false;
            }
        }
        return true;
    }

    /** The memory, so that it stays while this object does. */
    MemorySegment piece() {
        return piece;
    }
}
