package org.braid.link.ring;

import static org.braid.link.ring.RingLayout.BYTE;
import static org.braid.link.ring.RingLayout.BYTE_ACCESS;
import static org.braid.link.ring.RingLayout.INT_ACCESS;
import static org.braid.link.ring.RingLayout.INT_IN_LINE;
import static org.braid.link.ring.RingLayout.LONG;
import static org.braid.link.ring.RingLayout.LONG_ACCESS;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.function.Consumer;
import org.braid.base.memory.Memory;
import org.braid.base.memory.NativeMemory;
import org.braid.base.memory.stores.ChosenStores;
import org.braid.base.os.Gate;
import org.braid.base.wire.FrameHeader;
import org.braid.base.wire.FrameKind;
import org.braid.base.wire.HandlerId;
import org.braid.link.flow.CreditWindow;
import org.braid.link.spi.Frame;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/** The writing end of a ring; see {@link RingLayout}. Any thread may offer: the producer side is entered through a {@link Gate}, and who does not get in is told so. */
public final class RingProducer {
    private static final int ENTER_SPINS = 64;
    private static final int LINE_BYTES = RingLayout.ALIGNMENT_BYTES;

    /** Always left for the farewell, so that a peer that reads nothing does not keep it from being said: what is left of a line, and a line for the record. */
    private static final int FAREWELL_BYTES = 2 * LINE_BYTES;

    /** Lines are fetched so many bytes at a time: on their way from the consumer's cache they overlap. */
    private static final int FETCH_BYTES = 4 * LINE_BYTES;
    /** As far ahead as the record before was long, up to here: a fragment of a long message. */
    private static final int MOST_AHEAD_BYTES = 25 << 10;

    /** But not before that has been done so often that it is compiled: until then each line takes half a microsecond, longer than it is waited for (docs/decisions/repeats-in-the-ring.md). */
    private static final int YOUNG_FETCHES = 4_096;

    /** Longer records are written by the stores that are quicker between the cores of the moment, and the lines behind them not fetched ahead, which would hide what ordinary ones take (docs/decisions/streaming-stores.md). */
    private static final int LONG_BYTES = 4 << 10;

    /** What has to have gone through a ring before that: to set up stores past the caches takes 45 ms of a young rank, as much as they save in so many bytes between far cores. */
    private static final long WORTH_CHOOSING_BYTES = 128L << 20;

    private final MemorySegment piece;
    private final long base;
    private final int capacity;
    private final int mask;

    /** Orders the fields below. */
    private final Gate gate = new Gate();

    private int usable; // bytes of the ring that may be filled now
    private long tail;
    private long cachedConsumed; // stale is safe: it only makes the ring look fuller
    private long cleared; // the first words of all lines from tail's on, up to here, are 0
    private long records;
    private int fetches; // up to YOUNG_FETCHES
    private long lastWord = -1; // where the farewell begins; -1 before it was said
    private boolean left; // the stream goes on elsewhere, and nobody gets through the gate any more

    private final ChosenStores stores; // of whoever is inside the gate
    private final long[] header = new long[RingLayout.HEADER_WORDS];

    // The header of the last request, as repeats take it for granted.
    private int lastKind = RingLayout.EMPTY;
    private long lastTo = -1;
    private long lastHandler;
    private long lastArguments;
    private int lastA1;

    /** Bytes of eager records sent and, at most, allowed (see docs/wire.md, credit). */
    private final CreditWindow credit = new CreditWindow(Long.MAX_VALUE);

    /** @param memory native memory, zeroed, at least {@link RingLayout#memoryBytes} long from {@code base}; {@code base} is a multiple of 64 */
    public RingProducer(MemorySegment memory, long base, int capacityBytes) {
        this(memory, base, capacityBytes, new ChosenStores(0));
    }

    RingProducer(MemorySegment memory, long base, int capacityBytes, ChosenStores stores) {
        this.stores = stores;
        this.piece = memory;
        this.base = NativeMemory.at(memory, base);
        this.capacity = capacityBytes;
        this.mask = capacityBytes - 1;
        this.usable = capacityBytes - FAREWELL_BYTES;
        this.cleared = capacityBytes;
    }

    /** Records offered and taken so far; the number that both ends compare when a lane is attached or closed. */
    long records() {
        return records;
    }

    /** The peer lets us have this many eager bytes under way in all, counted from the first; see {@link RingLayout#recordBytes}. */
    public void allow(long cumulativeBytes) {
        credit.limit(cumulativeBytes);
    }

    /** True while so little went through it that its senders are hardly compiled. */
    boolean isYoung() {
        return fetches < YOUNG_FETCHES;
    }

    /** Bytes of the ring that the consumer had not given back when a sender last looked. */
    long unreadBytes() {
        return tail - cachedConsumed;
    }

    /** False while something was sent and the consumer has published nothing; it does so when it looks and finds nothing more. */
    boolean isSeen() {
        return tail == 0 || consumed() != 0;
    }

    /** True if it looks as if somebody were inside. */
    boolean isOccupied() {
        return !gate.looksFree();
    }

    /** Eager bytes sent so far; another thread may be sending more. */
    long charged() {
        return credit.takenBytes();
    }

    /**
     * Offers one frame. Budget: no allocation, no system call, one release.
     *
     * @return {@link Lane#TAKEN}, {@link Lane#FULL}, {@link Lane#CONTENDED}, or {@link Lane#NO_CREDIT} for a frame of kind {@link RingLayout#RSR} beyond the peer's grant
     */
    public int offer(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object from, long offset, int length) {
        if (!enter()) {
            return Lane.CONTENDED;
        }
        try {
            int charge = kind == RingLayout.RSR ? RingLayout.recordBytes(length) : 0;
            if (!credit.tryTake(charge)) {
                return Lane.NO_CREDIT;
            }
            long to = pair(endpoint, route);
            long first = pair(handler, a0);
            long others = pair(a2, a3);
            boolean placed;
            try {
                placed = kind == lastKind && to == lastTo && first == lastHandler && others == lastArguments && length <= RingLayout.LONGEST_REPEAT
                        ? repeat(a1, from, offset, length)
                        : record(kind, to, first, a1, others, from, offset, length);
            } catch (Throwable refused) {
                forgetPart();
                credit.giveBack(charge);
                throw refused;
            }
            if (!placed) {
                credit.giveBack(charge);
            }
            return placed ? Lane.TAKEN : Lane.FULL;
        } finally {
            gate.exit();
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Takes the line of the next record away from the consumer, which looks at it, before there is anything to write there: the line is on its way while the caller prepares that record. Zeroes
     * what is zero. Only for the thread that mostly sends: another one's visit would cost more than it saves.
     */
    void fetchLine() {
        if (gate.favoursMe() && gate.tryEnter()) {
            memory().set(BYTE, base + ((int) tail & mask), (byte) RingLayout.EMPTY);
            gate.exit();
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Says, once, that nothing follows, and how many frames came before; nothing is taken any more, since who says farewell never leaves the gate again. Caller holds the token.
     *
     * @param how one of those of {@link FrameHeader}: only this ring, or its whole context, and whether all is said
     * @return false while a sender is inside: ask again. There is always room
     */
    public boolean farewell(int route, int how) {
        if (!left && !enter()) { // whoever has left is inside already
            return false;
        }
        usable = capacity;
        long before = tail;
        if (!record(FrameKind.BYE, pair(0, route), pair(HandlerId.NONE, (int) records), (int) (records >>> 32), how, null, 0, 0)) {
            if (!left) {
                gate.exit();
            }
            return false;
        }
        lastWord = before;
        return true;
    }

    /**
     * The stream goes on by another lane: nothing is taken any more, since whoever does this never leaves the gate again. Caller holds the token.
     *
     * @return false while a sender is inside: ask again
     */
    boolean leave() {
        left = left || hasSaidFarewell() || enter();
        return left;
    }

    /**
     * Hands back every record but the first {@code accepted} ones, in order, out of this ring's own memory. The payload is valid during the call. After {@link #leave}, when the consumer has retired.
     *
     * @throws org.braid.base.BraidException {@code STREAM_VIOLATED} if the consumer's word makes no sense; then nothing was handed back
     */
    void handBack(long accepted, Consumer<Frame> to) {
        LeftRecords records = LeftRecords.of(memory(), base, capacity, tail, this.records, accepted);
        records.handBack(to);
        Reference.reachabilityFence(this);
    }

    /** Whether its last record has been written. */
    boolean hasSaidFarewell() {
        return lastWord >= 0;
    }

    /** True when the consumer has published that it has read everything before the farewell. */
    boolean tookLeave() {
        return hasSaidFarewell() && consumed() >= lastWord;
    }

    /** True when the consumer has read the farewell, too, and will never touch this memory again. */
    public boolean isGivenBack() {
        return (left || hasSaidFarewell()) && consumed() >= RingLayout.DESERTED;
    }

    /** What the consumer's context says of itself: 0, {@link RingLayout#CLOSES} or {@link RingLayout#RENOUNCES}. It stands in a line that nobody writes otherwise. */
    long deserts() {
        return (long) LONG_ACCESS.getOpaque(memory(), base + capacity + RingLayout.DESERTS);
    }

    /** True when the consumer's context has closed although there was no farewell. */
    boolean isDeserted() {
        return !left && !hasSaidFarewell() && consumed() == RingLayout.DESERTED;
    }

    private boolean record(int kind, long to, long first, int a1, long others, @Nullable Object from, long offset, int length) {
        int bytes = RingLayout.recordBytes(length);
        long at = claim(bytes, padBefore(bytes));
        if (at < 0) {
            return false;
        }
        MemorySegment m = memory();
        long second = to >>> 32 | first << 32;
        long third = first >>> 32 | (long) a1 << 32;
        if (RingLayout.isOfLongMessage(kind)) {
            header[1] = second;
            header[2] = third;
            header[3] = others;
            MemorySegment.copy(header, 1, m, LONG, at + 8, header.length - 1);
        } else {
            m.set(LONG, at + 8, second);
            m.set(LONG, at + 16, third);
            m.set(LONG, at + 24, others);
        }
        if (length > 0) {
            if (from == null) {
                throw Memory.noPayload(length);
            }
            if (isChosen(bytes)) {
                stores.copyIn(from, offset, m, at + RingLayout.HEADER_BYTES, length);
            } else {
                Memory.copyIn(from, offset, m, at + RingLayout.HEADER_BYTES, length);
            }
        }
        if (RingLayout.isRequest(kind)) {
            lastKind = kind;
            lastTo = to;
            lastHandler = first;
            lastArguments = others;
            lastA1 = a1;
        }
        clear(tail + bytes);
        LONG_ACCESS.setRelease(m, at, pair(length << 8 | kind, (int) to)); // pairs with getAcquire in RingConsumer.poll
        passed(tail + bytes);
        return true;
    }

    private boolean repeat(int a1, @Nullable Object from, long offset, int length) {
        boolean same = a1 == lastA1;
        int header = same ? RingLayout.SAME_HEADER_BYTES : RingLayout.REPEAT_HEADER_BYTES;
        long line = tail & -LINE_BYTES;
        long end = RingLayout.repeatEnd(tail, header, length);
        int pad = 0;
        if (end > line + LINE_BYTES) {
            pad = (int) (line + LINE_BYTES - tail);
            end = RingLayout.repeatEnd(line + LINE_BYTES, header, length);
        }
        long at = claim((int) (end - tail) - pad, pad);
        if (at < 0) {
            return false;
        }
        MemorySegment m = memory();
        if (!same) {
            m.set(BYTE, at + 1, (byte) length);
            m.set(INT_IN_LINE, at + 2, a1);
        }
        if (length > 0) {
            if (from == null) {
                throw Memory.noPayload(length);
            }
            Memory.copyIn(from, offset, m, at + header, length);
        }
        lastA1 = a1; // not before: the user's memory may refuse to be read
        clear(end);
        BYTE_ACCESS.setRelease(m, at, (byte) (same ? RingLayout.SAME + length : RingLayout.REPEAT)); // pairs with getAcquire in RingConsumer.poll and next
        passed(end);
        return true;
    }

    /** From the tail to where a record of its own may start: the next line, or the next lap, for a record never wraps. */
    private int padBefore(int bytes) {
        int at = (int) tail & mask;
        int pad = -at & LINE_BYTES - 1;
        return at + pad + bytes > capacity ? capacity - at : pad;
    }

    /** Where {@code bytes} may be written behind a pad, or -1 when the ring is full. */
    private long claim(int bytes, int pad) {
        // One line more than the record: the next record's flag is zeroed before this one is published.
        long needed = tail + pad + bytes + LINE_BYTES;
        if (needed - cachedConsumed > usable && needed - readConsumed() > usable) {
            return -1;
        }
        if (pad > 0) {
            pad(pad);
        }
        return base + ((int) tail & mask);
    }

    /** To the end of the line, and from there to the end of the lap. */
    private void pad(int bytes) {
        int inLine = -(int) tail & LINE_BYTES - 1;
        if (inLine > 0) {
            clear(tail + inLine);
            BYTE_ACCESS.setRelease(memory(), base + ((int) tail & mask), (byte) RingLayout.PAD);
            tail += inLine;
        }
        int lines = bytes - inLine;
        if (lines > 0) {
            clear(tail + lines);
            INT_ACCESS.setRelease(memory(), base + ((int) tail & mask), lines << 8 | RingLayout.PAD);
            tail += lines;
        }
    }

    /** The user's memory refused to be read: what was written of the record is none, but may lie where lines had been zeroed for later ones. */
    private void forgetPart() {
        cleared = Math.min(cleared, (tail & -LINE_BYTES) + LINE_BYTES);
    }

    private boolean isChosen(int bytes) {
        return bytes > LONG_BYTES && tail > WORTH_CHOOSING_BYTES && Memory.canStream();
    }

    /** What nobody will read stays where it is. */
    private long readConsumed() {
        long now = consumed();
        cachedConsumed = now >= RingLayout.DESERTED ? cachedConsumed : now;
        return cachedConsumed;
    }

    private long consumed() {
        // Acquire pairs with the consumer's release in publish: its reads of a record come before our overwriting it.
        return (long) LONG_ACCESS.getAcquire(memory(), base + capacity);
    }

    /** A record is published, and the next one begins here. */
    private void passed(long next) {
        int bytes = (int) (next - tail);
        boolean block = ((next ^ tail) & -FETCH_BYTES) != 0;
        tail = next;
        records++;
        if (block && isYoung()) {
            fetches++;
            if (bytes <= FETCH_BYTES) { // behind a longer record five lines are five accesses more, and the next one needs hundreds of lines
                fetchAhead(FETCH_BYTES);
            }
        } else if (block) {
            fetchAhead(bytes > MOST_AHEAD_BYTES || isChosen(bytes) ? FETCH_BYTES : Math.max(FETCH_BYTES, bytes));
        }
    }

    /** Makes the first byte of what will be written at {@code next} say "not ready". */
    private void clear(long next) {
        if ((next & LINE_BYTES - 1) != 0) {
            memory().set(BYTE, base + ((int) next & mask), (byte) RingLayout.EMPTY); // in the line that is being written
        } else if (cleared <= next) {
            INT_ACCESS.set(memory(), base + ((int) next & mask), RingLayout.EMPTY);
            cleared = next + LINE_BYTES;
        }
    }

    /**
     * Fetches the next lines, by doing now what {@link #clear} would do before some later records. Lines that are zeroed already are zeroed again: the consumer's processor may have
     * fetched them ahead, too, and taking them back one by one is what a stream of messages would wait for (docs/decisions/repeats-in-the-ring.md).
     */
    private void fetchAhead(int bytes) {
        long line = tail + LINE_BYTES - 1 & -LINE_BYTES;
        long until = Math.min(tail + bytes + LINE_BYTES, (cachedConsumed & -LINE_BYTES) + capacity); // not the line that the consumer is in
        for (; line < until; line += LINE_BYTES) {
            INT_ACCESS.set(memory(), base + ((int) line & mask), RingLayout.EMPTY);
        }
        cleared = Math.max(cleared, line);
    }

    private boolean enter() {
        for (int i = 0; i < ENTER_SPINS; i++) {
            if (gate.tryEnter()) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    private MemorySegment memory() {
        return NativeMemory.of(piece);
    }

    private static long pair(int low, int high) {
        return (low & 0xFFFF_FFFFL) | (long) high << 32;
    }
}
