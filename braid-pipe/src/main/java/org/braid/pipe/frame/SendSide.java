package org.braid.pipe.frame;

import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.os.DirectMemory;
import org.braid.base.os.Scarcity;
import org.braid.base.os.SpinLock;
import org.braid.base.wire.FrameKind;
import org.braid.link.flow.CreditWindow;
import org.braid.link.spi.Lane;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.driver.TimeAndChance;
import org.braid.pipe.log.LogBudget;
import org.braid.pipe.log.ReplayLog;
import org.braid.pipe.state.CloseHandshake;
import org.jspecify.annotations.Nullable;

/**
 * The sending half of a lane: takes frames within the peer's credit, and says when they go to the pipe, at once or in batches ({@link BusyRule}), and again on the next connection if
 * this one breaks.
 *
 * <p>Any thread may offer. The thread that is inside holds the lock, which guards everything but the {@link LaneCounts} and what is said below.
 */
public final class SendSide {
    final SpinLock lock = new SpinLock();
    private final TimeAndChance time;
    private final LaneCounts counts;
    private final ReplayLog log;
    private final LogViews views = new LogViews();
    private final LoggedFrames frames;
    private final InPlaceFrames inPlace;
    private final UnnumberedFrames beside = new UnnumberedFrames();
    private final PipeWriter writer;
    private boolean refusing;
    private long acceptedWhenReturned;
    private volatile boolean returned;
    private boolean closed;
    private final CreditWindow credit = new CreditWindow(Long.MAX_VALUE);
    private final Scarcity scarcity = new Scarcity();
    private long polledNs; // written by the poller, read by whoever is inside; a stale one is safe

    /**
     * One for each lane, whatever connections it has.
     *
     * @param budget bounds the memory of the replay log
     */
    public SendSide(LogBudget budget, LaneCounts counts, TimeAndChance time) {
        this.time = time;
        this.counts = counts;
        log = new ReplayLog(budget);
        frames = new LoggedFrames(log, views, counts);
        inPlace = new InPlaceFrames(log, views);
        writer = new PipeWriter(log, views, beside, inPlace);
    }

    // ---- any thread

    /**
     * Takes one frame, and writes it if the lane is idle or the batch is full. Budget on an idle lane: one compare-and-set, one copy, one checksum, one write; no allocation.
     *
     * @return {@link Lane#TAKEN}, {@link Lane#FULL}, {@link Lane#CONTENDED}, {@link Lane#NO_CREDIT} or {@link Lane#CLOSED}
     */
    public int offer(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        if (!lock.tryEnter()) {
            return Lane.CONTENDED; // it may be in a system call
        }
        try {
            int charge = kind == FrameKind.RSR ? PipeFrame.charge(length) : 0;
            if (refusing || !credit.tryTake(charge)) {
                return refusing ? Lane.CLOSED : Lane.NO_CREDIT;
            }
            long accepted = takeAcknowledgement();
            boolean appended = false;
            try {
                appended = append(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
            } finally {
                if (!appended) {
                    credit.giveBack(charge); // no room, or the user's memory refused to be read
                }
            }
            if (!appended) {
                writer.write(time.nowNs());
                return Lane.FULL;
            }
            writeIfDue(accepted);
            return Lane.TAKEN;
        } finally {
            lock.exit();
        }
    }

    /** A log that finds no memory outside the heap is as full as any other: what the peer accepts makes room, or somebody else does. */
    private boolean append(int kind, int endpoint, int route, int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        try {
            boolean appended = frames.append(kind, endpoint, route, handler, a0, a1, a2, a3, base, offset, length);
            scarcity.over();
            return appended;
        } catch (BraidException refused) {
            if (!DirectMemory.isUsedUp(refused)) {
                throw refused;
            }
            scarcity.met(refused, time.nowNs());
            return false;
        }
    }

    /** {@link Lane#starvedBy}. */
    public @Nullable BraidException starvedBy() {
        lock.enter();
        try {
            return scarcity.lasting(time.nowNs());
        } finally {
            lock.exit();
        }
    }

    /** {@link Lane#wantsMemory}. */
    public boolean wantsMemory() {
        lock.enter();
        try {
            return scarcity.isMet();
        } finally {
            lock.exit();
        }
    }

    /** True if it looks as if somebody were inside. */
    public boolean isOccupied() {
        return lock.isHeld();
    }

    /** Sends out what is held back. */
    public void flush() {
        if (log.hasUnwritten() && lock.tryEnter()) { // a racy look: a thread that appends right now flushes by itself
            try {
                writer.write(time.nowNs());
            } finally {
                lock.exit();
            }
        }
    }

    /** {@link Lane#leftInPlace}. */
    public long leftInPlace() {
        return frames.leftInPlace();
    }

    /** {@link Lane#copyInPlace}. */
    public void copyInPlace() {
        lock.enter();
        try {
            inPlace.copyAll();
        } finally {
            lock.exit();
        }
    }

    /** The peer's cumulative grant of eager bytes. */
    public void grant(long cumulativeBytes) {
        credit.limit(cumulativeBytes);
    }

    /** Eager bytes taken so far; another thread may be sending more. */
    public long charged() {
        return credit.takenBytes();
    }

    // ---- the poller

    /** Writes what the busy rule or a full pipe held back and is due now. */
    public void poll(long nowNs) {
        polledNs = nowNs;
        if ((log.hasUnwritten() || !beside.isEmpty()) && lock.tryEnter()) {
            try {
                long accepted = takeAcknowledgement();
                if (!beside.isEmpty() || !isBusy(accepted, nowNs)) {
                    writer.write(nowNs);
                }
            } finally {
                lock.exit();
            }
        }
    }

    /** Puts a frame without a number beside the log: ACK, PING or PONG. A second one of its kind replaces one that still waits. */
    public void control(int kind, long nowNs) {
        lock.enter();
        try {
            long received = counts.received();
            beside.want(kind, (int) received);
            counts.announced(received);
            writer.write(nowNs);
        } finally {
            lock.exit();
        }
    }

    /**
     * As {@link #control}, BYE: nothing with a number follows.
     *
     * @param how one of those of {@link org.braid.base.wire.FrameHeader}
     */
    public void bye(int how, long nowNs) {
        lock.enter();
        try {
            long received = counts.received();
            beside.wantBye(returned ? acceptedWhenReturned : counts.appended(), how, (int) received);
            counts.announced(received);
            writer.write(nowNs);
        } finally {
            lock.exit();
        }
    }

    /** Why a write failed, or null. */
    public @Nullable String broken() {
        return writer.broken();
    }

    /** True while the pipe takes no more for now, so that it must be watched for room. A racy look. */
    public boolean isBlocked() {
        return writer.isBlocked();
    }

    /** Everything is accepted, and this lane may stay quiet for long: keeps no user memory, and gives the log's own back while the process is short of it. */
    public void rest() {
        lock.enter();
        try {
            log.trim();
            if (log.isEmpty() && views.hasUsers()) {
                views.forgetUsers();
                writer.forgetUsers();
            }
        } finally {
            lock.exit();
        }
    }

    // ---- connections come and go

    /**
     * The other end of the next connection expects this frame first.
     *
     * @param peerAccepted frames that it will not need again, whatever happens
     * @return false if that is impossible
     */
    public boolean resumeAt(long peerExpects, long peerAccepted) {
        lock.enter();
        try {
            if (returned) {
                return true; // nothing is written again
            }
            if (!log.resumeAt(peerExpects, peerAccepted)) {
                return false;
            }
            if (peerAccepted > counts.accepted()) {
                counts.accepted(peerAccepted);
            }
            inPlace.copyBeforeReplay();
            return true;
        } finally {
            lock.exit();
        }
    }

    /** Writes to this connection from now on, first what the last one did not bring over. */
    public void attach(BytePipe fresh, long nowNs) {
        lock.enter();
        try {
            writer.attach(fresh);
            writer.write(nowNs);
        } finally {
            lock.exit();
        }
    }

    /** No connection: frames gather in the log. */
    public void detach() {
        lock.enter();
        writer.detach();
        lock.exit();
    }

    // ---- the end

    /** From here on nothing more is taken. */
    public void refuse() {
        lock.enter();
        refusing = true;
        lock.exit();
    }

    /**
     * From here on nothing more is taken.
     *
     * @return false while a thread is inside that may still append
     */
    public boolean giveUp() {
        if (!lock.tryEnter()) {
            return false;
        }
        refusing = true;
        lock.exit();
        return true;
    }

    /**
     * Hands back every frame but the first {@code accepted} ones, in order, and writes none of them any more. After {@link #giveUp}.
     *
     * @return false if the pipe was left in the middle of a frame, so that nothing else can be written to it
     * @throws BraidException {@code STREAM_VIOLATED} if the peer cannot have accepted that many; then nothing has changed
     */
    public boolean handBack(long accepted, Consumer<org.braid.link.spi.Frame> to) {
        lock.enter();
        try {
            takeAcknowledgement();
            if (!refusing || !returned && !closed && !log.mayHaveAccepted(accepted)) {
                throw new BraidException(
                        ErrorCode.STREAM_VIOLATED, "A lane cannot hand back all but " + accepted + " frames",
                        log.ackedFrames() + " of " + log.appendedFrames() + " are known to be accepted" + (refusing ? "" : ", and it still takes more"), "Restart the job; if it happens again, report it");
            }
            boolean whole = log.bytesToBoundary() == 0;
            if (!whole) {
                writer.detach();
            }
            acceptedWhenReturned = returned ? acceptedWhenReturned : accepted;
            returned = true;
            views.forget();
            writer.forgetUsers();
            frames.handBack(accepted, to);
            return whole;
        } finally {
            lock.exit();
        }
    }

    /** True once it has handed back what there was: it refers to no memory any more. */
    public boolean isReturned() {
        return returned;
    }

    /** {@link CloseHandshake#advance} on this log. */
    public int advance(CloseHandshake closing, long nowNs) {
        lock.enter();
        try {
            takeAcknowledgement();
            return closing.advance(log, nowNs);
        } finally {
            lock.exit();
        }
    }

    /** {@link CloseHandshake#farewellDone} on this log. */
    public void farewellDone(CloseHandshake closing) {
        lock.enter();
        closing.farewellDone(log);
        lock.exit();
    }

    /** {@link CloseHandshake#failed} on this log. */
    public void failed(CloseHandshake closing) {
        lock.enter();
        closing.failed(log);
        lock.exit();
    }

    /** Takes nothing more, and writes nothing more; what was not accepted stays for {@link #handBack}. */
    public void suspend() {
        lock.enter();
        refusing = true;
        writer.detach();
        lock.exit();
    }

    /** Gives the memory back; what was not accepted is lost. */
    public void close() {
        lock.enter();
        refusing = true;
        closed = true;
        writer.detach();
        views.forget();
        writer.forgetUsers();
        log.close();
        lock.exit();
    }

    // ---- inside

    /** Frees what the peer has accepted; returns how many frames that are. */
    private long takeAcknowledgement() {
        long accepted = counts.accepted();
        if (accepted > log.ackedFrames() && !log.accepted(accepted)) {
            writer.breakUp("the peer acknowledged frames that were never sent");
        }
        return accepted;
    }

    private void writeIfDue(long accepted) {
        if (writer.isBlocked() || !writer.isAttached()) {
            return; // the poller goes on when there is room or a connection
        }
        if (log.writtenFrames() <= accepted) {
            writer.write(polledNs); // idle: no look at the clock on the way of a ping; a time too early only ends being busy sooner
            return;
        }
        long nowNs = time.nowNs();
        if (BusyRule.writeNow(log.appendedBytes() - log.writtenBytes(), true, nowNs - writer.lastWriteNs())) {
            writer.write(nowNs);
        }
    }

    private boolean isBusy(long accepted, long nowNs) {
        boolean unacknowledged = log.writtenFrames() > accepted;
        return !writer.isBlocked() && !BusyRule.writeNow(log.appendedBytes() - log.writtenBytes(), unacknowledged, nowNs - writer.lastWriteNs());
    }
}
