package org.braid.transports.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.zip.CRC32C;
import org.braid.base.os.DirectMemory;
import org.braid.base.os.Memory;
import org.braid.base.os.SocketCalls;
import org.braid.base.wire.Frame;
import org.braid.link.spi.Lane;
import org.braid.link.stream.CloseHandshake;
import org.braid.link.stream.LogBudget;
import org.braid.link.stream.ReplayLog;
import org.jspecify.annotations.Nullable;

/**
 * The sending half of a lane: frames are built in the replay log and written to the socket from there, at once or in batches ({@link BusyRule}), and again on the next connection if
 * this one breaks.
 *
 * <p>Any thread may offer. Whoever is inside holds {@code inside}, taken by compareAndSet (acquire) and given back with setRelease; everything below it is guarded by that, except:
 *
 * <pre>
 *   field       written by                      read by
 *   accepted    the poller, setRelease          who is inside, getAcquire     the peer's count: frames of ours it has
 *   received    the poller, setRelease          who is inside, getAcquire     our count, which frames carry back
 *   announced   who is inside, setRelease       the poller, getAcquire        the last such count that was built into a frame
 *   appended    who is inside, setRelease       anyone, getAcquire            frames taken so far
 *   charged     who is inside                   anyone, a little late         eager bytes taken so far
 *   inPlace     who is inside, volatile         anyone                        the last frame whose payload is still the caller's
 *   broken      who is inside, volatile         the poller                    why a write failed
 * </pre>
 */
final class SendSide {
    /** A larger payload of a FRAGMENT stays in native user memory until it is accepted; a smaller one is cheaper to copy. */
    static final int IN_PLACE_FROM_BYTES = 8 << 10;

    private static final int ENTER_SPINS = 64;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INSIDE;
    private static final VarHandle ACCEPTED;
    private static final VarHandle RECEIVED;
    private static final VarHandle ANNOUNCED;
    private static final VarHandle APPENDED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            INSIDE = lookup.findVarHandle(SendSide.class, "inside", int.class);
            ACCEPTED = lookup.findVarHandle(SendSide.class, "accepted", long.class);
            RECEIVED = lookup.findVarHandle(SendSide.class, "received", long.class);
            ANNOUNCED = lookup.findVarHandle(SendSide.class, "announced", long.class);
            APPENDED = lookup.findVarHandle(SendSide.class, "appended", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private int inside;
    private long accepted;
    private long received;
    private long announced;
    private long appended;
    private volatile long inPlace = Lane.COPIED;
    private volatile @Nullable String broken;

    private final ReplayLog log;
    private final LogViews views = new LogViews();
    private final SocketWriter writer;
    private final CRC32C crc = new CRC32C();
    private @Nullable SocketChannel channel;
    private boolean refusing;
    private long chargeLimit = Long.MAX_VALUE;
    private long charged;
    private long lastWriteNs;
    private long polledNs; // written by the poller, read by whoever is inside; a stale one is safe

    SendSide(LogBudget budget) {
        log = new ReplayLog(budget);
        writer = new SocketWriter(log, views);
    }

    // ---- any thread

    /**
     * Takes one frame, and writes it if the lane is idle or the batch is full. Budget on an idle lane: one compare-and-set, one copy, one checksum, one system call; no allocation.
     *
     * @return {@link Lane#TAKEN}, {@link Lane#FULL}, {@link Lane#NO_CREDIT} or {@link Lane#CLOSED}
     */
    int offer(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        if (!tryEnter()) {
            return Lane.FULL;
        }
        try {
            int charge = kind == Frame.RSR ? TcpFrame.charge(length) : 0;
            if (refusing || charged + charge > chargeLimit) {
                return refusing ? Lane.CLOSED : Lane.NO_CREDIT;
            }
            takeAcknowledgement();
            Object inPlace = kind == Frame.FRAGMENT && length >= IN_PLACE_FROM_BYTES ? nativeOrNull(base) : null;
            long at = log.claim(inPlace != null ? TcpFrame.HEADER_BYTES : TcpFrame.HEADER_BYTES + length);
            if (at == ReplayLog.REFUSED) {
                return whenFull();
            }
            MemorySegment s = log.segment();
            s.set(INT, at, Frame.word0(length, kind));
            s.set(INT, at + Frame.ENDPOINT, endpoint);
            s.set(INT, at + Frame.ROUTE, route);
            s.set(INT, at + Frame.HANDLER, handler);
            s.set(INT, at + Frame.A0, a0);
            s.set(INT, at + Frame.A1, a1);
            s.set(INT, at + Frame.A2, a2);
            s.set(INT, at + Frame.A3, a3);
            putAcknowledgement(s, at);
            if (inPlace != null) {
                commitInPlace(s, at, inPlace, offset, length);
            } else {
                commitCopy(s, at, base, offset, length);
            }
            charged += charge;
            writeIfDue();
            return Lane.TAKEN;
        } finally {
            exit();
        }
    }

    /** Sends out what is held back. */
    void flush() {
        if (log.hasUnwritten() && tryEnter()) { // a racy look: who appends right now flushes by itself
            try {
                write(System.nanoTime());
            } finally {
                exit();
            }
        }
    }

    /** True when the peer's runtime has accepted everything that was taken. */
    boolean settled() {
        return (long) APPENDED.getAcquire(this) == (long) ACCEPTED.getAcquire(this);
    }

    /** {@link Lane#leftInPlace}. */
    long leftInPlace() {
        return inPlace;
    }

    /** Frames that the peer's runtime has accepted. */
    long accepted() {
        return (long) ACCEPTED.getAcquire(this);
    }

    /** The peer's cumulative grant of eager bytes. */
    void grant(long cumulativeBytes) {
        enter();
        chargeLimit = cumulativeBytes;
        exit();
    }

    /** Eager bytes taken so far; another thread may be sending more. */
    long charged() {
        return charged;
    }

    // ---- the poller

    /** The low half of the peer's count came in. */
    void acknowledged(int acceptedLow) {
        long known = accepted;
        long now = TcpFrame.widen(acceptedLow, known);
        if (now > known) {
            ACCEPTED.setRelease(this, now);
        }
    }

    /** Our own count, for frames to carry back. */
    void received(long expected) {
        RECEIVED.setRelease(this, expected);
    }

    long announced() {
        return (long) ANNOUNCED.getAcquire(this);
    }

    /** Writes what the busy rule or a full socket held back and is due now. */
    void poll(long nowNs) {
        polledNs = nowNs;
        if ((log.hasUnwritten() || writer.hasControl()) && tryEnter()) {
            try {
                takeAcknowledgement();
                if (writer.hasControl() || !isBusy(nowNs)) {
                    write(nowNs);
                }
            } finally {
                exit();
            }
        }
    }

    /** Puts a frame without a number beside the log: ACK, PING, PONG or BYE. A second one of its kind replaces one that still waits. */
    void control(int kind, long number, long nowNs) {
        enter();
        try {
            long count = currentReceived();
            writer.control(kind, number, (int) count);
            ANNOUNCED.setRelease(this, count);
            write(nowNs);
        } finally {
            exit();
        }
    }

    /**
     * The other end of the next connection expects this frame first.
     *
     * @return false if that is impossible
     */
    boolean resumeAt(long peerExpects) {
        enter();
        try {
            if (!log.resumeAt(peerExpects)) {
                return false;
            }
            if (peerExpects > accepted) {
                ACCEPTED.setRelease(this, peerExpects);
            }
            writer.reset();
            return true;
        } finally {
            exit();
        }
    }

    /** Writes to this connection from now on, first what the last one did not bring over. */
    void attach(SocketChannel fresh, long nowNs) {
        enter();
        broken = null;
        channel = fresh;
        write(nowNs);
        exit();
    }

    /** No connection: frames gather in the log. */
    void detach() {
        enter();
        channel = null;
        writer.use(null);
        exit();
    }

    /** The way around the channel that was attached. */
    void use(@Nullable SocketCalls shortcut) {
        enter();
        writer.use(channel == null ? null : shortcut);
        exit();
    }

    /** From here on nothing more is taken. */
    void refuse() {
        enter();
        refusing = true;
        exit();
    }

    /** Gives an empty log's memory back while the process is short of it. */
    void trim() {
        enter();
        log.trim();
        exit();
    }

    /** Why a write failed, or null. */
    @Nullable String broken() {
        return broken;
    }

    /** True while the socket takes no more for now, so that it must be watched for room. */
    boolean isBlocked() {
        return writer.isBlocked();
    }

    long appended() {
        return (long) APPENDED.getAcquire(this);
    }

    /** {@link CloseHandshake#advance} on this log. */
    int advance(CloseHandshake closing, long nowNs) {
        enter();
        try {
            takeAcknowledgement();
            return closing.advance(log, nowNs);
        } finally {
            exit();
        }
    }

    void farewellDone(CloseHandshake closing) {
        enter();
        closing.farewellDone(log);
        exit();
    }

    void failed(CloseHandshake closing) {
        enter();
        closing.failed(log);
        exit();
    }

    /** Gives the memory back; what was not accepted is lost. */
    void close() {
        enter();
        refusing = true;
        channel = null;
        views.forget();
        log.close();
        exit();
    }

    // ---- inside

    private void putAcknowledgement(MemorySegment s, long at) {
        long count = currentReceived();
        s.set(INT, at + TcpFrame.CRC_AT, 0);
        s.set(INT, at + TcpFrame.ACCEPTED_AT, (int) count);
        ANNOUNCED.setRelease(this, count);
    }

    private void commitCopy(MemorySegment s, long at, @Nullable Object base, long offset, int length) {
        if (length > 0 && base != null) {
            Memory.copyIn(base, offset, s, at + TcpFrame.HEADER_BYTES, length);
        }
        int bytes = TcpFrame.HEADER_BYTES + length;
        s.set(INT, at + TcpFrame.CRC_AT, TcpFrame.sum(crc, views.scratch(s), (int) at, bytes));
        APPENDED.setRelease(this, log.commit(bytes) + 1);
    }

    private void commitInPlace(MemorySegment s, long at, Object base, long offset, int length) {
        TcpFrame.sum(crc, views.scratch(s), (int) at, TcpFrame.HEADER_BYTES);
        crc.update(views.user(base, offset, length));
        s.set(INT, at + TcpFrame.CRC_AT, (int) crc.getValue());
        long number = log.commit(TcpFrame.HEADER_BYTES, base, offset, length);
        inPlace = number;
        APPENDED.setRelease(this, number + 1);
    }

    private static @Nullable Object nativeOrNull(@Nullable Object base) {
        return base != null && Memory.addressOrZero(base) != 0 ? base : null;
    }

    private int whenFull() {
        write(System.nanoTime());
        return Lane.FULL;
    }

    private void writeIfDue() {
        if (writer.isBlocked() || channel == null) {
            return; // the poller goes on when there is room or a connection
        }
        if (log.writtenFrames() <= accepted) {
            write(polledNs); // idle: no look at the clock on the way of a ping; a time too early only ends being busy sooner
            return;
        }
        long nowNs = System.nanoTime();
        if (BusyRule.writeNow(log.appendedBytes() - log.writtenBytes(), true, nowNs - lastWriteNs)) {
            write(nowNs);
        }
    }

    private boolean isBusy(long nowNs) {
        return !writer.isBlocked() && !BusyRule.writeNow(log.appendedBytes() - log.writtenBytes(), log.writtenFrames() > accepted, nowNs - lastWriteNs);
    }

    private void write(long nowNs) {
        SocketChannel c = channel;
        if (c == null) {
            return;
        }
        try {
            writer.write(c);
            lastWriteNs = nowNs;
        } catch (IOException e) {
            broken = String.valueOf(e.getMessage());
            channel = null;
        } catch (OutOfMemoryError full) {
            throw DirectMemory.usedUp(full); // the JDK writes from a copy of its own
        }
    }

    private void takeAcknowledgement() {
        long count = (long) ACCEPTED.getAcquire(this);
        if (count > log.ackedFrames() && !log.accepted(count)) {
            broken = "the peer acknowledged frames that were never sent";
            channel = null;
        }
    }

    private long currentReceived() {
        return (long) RECEIVED.getAcquire(this);
    }

    private boolean tryEnter() {
        for (int i = 0; i < ENTER_SPINS; i++) {
            if (inside == 0 && INSIDE.compareAndSet(this, 0, 1)) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    private void enter() {
        while (!tryEnter()) {
            Thread.yield();
        }
    }

    private void exit() {
        INSIDE.setRelease(this, 0);
    }
}
