package org.braid.transports.tls;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.braid.base.wire.ContextId;
import org.braid.link.spi.trust.PeerCertificates;
import org.braid.pipe.driver.BytePipe;
import org.jspecify.annotations.Nullable;

/**
 * A pipe whose bytes travel as TLS records through another pipe.
 *
 * <p>What it has taken and the other pipe has not yet goes out with the next call of any kind; until then it has the sleeper watch for room itself, since the lane above knows nothing of it.
 */
final class TlsPipe implements BytePipe {
    private static final long ON_THE_HEAP = 0;

    private final BytePipe records;
    private final TlsEnd end;

    /** Guards what leaves: the sending side of {@link #end}, and what is watched. */
    private final ReentrantLock sending = new ReentrantLock();

    /** The last arrival filled its buffer: asking in vain costs a system call. The reader's. */
    private boolean hadMore;

    private boolean isWatched;
    private boolean wantsRoom;
    private boolean watchesRoom;
    private boolean isCut; // the way takes no more; what has come before that is read to its end, as of any pipe
    private volatile boolean owes; // records wait for room

    /** @param records their way; this pipe's from now on */
    TlsPipe(BytePipe records, TlsEnd end) {
        this.records = records;
        this.end = end;
    }

    // ---- how far it is

    /** Moves TLS's handshake on, too. */
    @Override
    public boolean isConnected() {
        if (!end.isOpen() && why() == null && records.isConnected()) {
            sending.lock();
            try {
                greet();
            } finally {
                sending.unlock();
            }
        } else if (owes) {
            settle(); // the handshake's last words
        }
        return end.isOpen();
    }

    @Override
    public boolean isAnswered() {
        return end.isOpen() || records.isAnswered();
    }

    @Override
    public boolean isOfTheJob() {
        return end.isOpen() || records.isOfTheJob();
    }

    @Override
    public String there() {
        return records.there();
    }

    @Override
    public String way() {
        return records.way();
    }

    @Override
    public String protection() {
        return end.agreed();
    }

    @Override
    public @Nullable String why() {
        String own = end.why();
        return own != null ? own : records.why();
    }

    @Override
    public @Nullable String whyNot(ContextId peer) {
        try {
            return PeerCertificates.whyNot(end.shown(), peer);
        } catch (SSLPeerUnverifiedException e) {
            return "it has shown no certificate";
        }
    }

    @Override
    public boolean isHopeless() {
        return end.isHopeless() || records.isHopeless();
    }

    @Override
    public boolean wasLeft() {
        return end.wasLeft() || records.wasLeft();
    }

    private void greet() {
        do {
            end.shake();
            flush();
        } while (end.isGreeting() && !end.waitsForTurn() && receive());
    }

    // ---- what comes

    @Override
    public long read(ByteBuffer room, long address) {
        long total = 0;
        boolean goesOn = true;
        while (goesOn && room.hasRemaining()) {
            long moved = end.open(room);
            if (moved < 0) {
                settle(); // an alert may say why
                return total > 0 ? total : moved;
            }
            total += moved;
            goesOn = settle() || room.hasRemaining() && (total == 0 || hadMore) && receive();
        }
        return total;
    }

    /** Memory that cannot be written after something has come is told by the next call. */
    @Override
    public long read(ByteBuffer[] rooms) {
        long total = 0;
        for (ByteBuffer room : rooms) {
            if (!room.hasRemaining()) {
                continue;
            }
            long moved;
            try {
                moved = read(room, ON_THE_HEAP);
            } catch (RuntimeException refused) {
                if (total > 0) {
                    return total;
                }
                throw refused;
            }
            if (moved <= 0) {
                return total > 0 ? total : moved;
            }
            total += moved;
            if (room.hasRemaining()) {
                return total;
            }
        }
        return total;
    }

    /** Takes what has arrived; true if there is something new to open, an end included. */
    private boolean receive() {
        Records arrival = end.beginArrival();
        ByteBuffer room = arrival.bytes();
        long bytes;
        try {
            bytes = room.hasRemaining() ? records.read(room, arrival.address()) : NOT_NOW;
            hadMore = !room.hasRemaining();
        } finally {
            end.endArrival();
        }
        if (bytes == ENDED) {
            end.cut("the connection ended without a last record");
        } else if (bytes == BROKEN) {
            end.cut(String.valueOf(records.why()));
        }
        return bytes != NOT_NOW;
    }

    /** Sends what the engine has to say of its own, and what waits. True if more can be opened since. */
    private boolean settle() {
        boolean answers = end.owesAnswer();
        if (!answers && !owes || !answers && !sending.tryLock()) {
            return false; // whoever writes now sends it
        }
        if (answers) {
            sending.lock();
        }
        try {
            end.answer();
            flush();
            return answers && !end.owesAnswer();
        } finally {
            sending.unlock();
        }
    }

    // ---- what goes

    @Override
    public long write(ByteBuffer piece, long address) {
        return write(new ByteBuffer[] {piece}, 0, 1);
    }

    @Override
    public long write(ByteBuffer[] pieces, int first, int count) {
        sending.lock();
        try {
            return isCut ? BROKEN : seal(pieces, first, count);
        } finally {
            sending.unlock();
        }
    }

    /** The cipher never sees memory that its user may close: bytes are copied to where they are sealed. */
    private long seal(ByteBuffer[] pieces, int first, int count) {
        long total = 0;
        while (hasRoom()) {
            int taken;
            try {
                taken = end.seal(pieces, first, count);
            } catch (RuntimeException refused) {
                if (total == 0) {
                    throw refused;
                }
                break; // the next call is told
            }
            if (taken <= 0) {
                return finished(total, taken);
            }
            advance(pieces, first, taken);
            total += taken;
        }
        return finished(total, NOT_NOW);
    }

    private static void advance(ByteBuffer[] pieces, int first, int taken) {
        int left = taken;
        for (int i = first; left > 0; i++) {
            int bytes = Math.min(left, pieces[i].remaining());
            pieces[i].position(pieces[i].position() + bytes);
            left -= bytes;
        }
    }

    private boolean hasRoom() {
        if (!end.hasRoom()) {
            flush();
        }
        return end.hasRoom();
    }

    /** What was taken counts, whatever came then: the next call tells it. */
    private long finished(long total, int last) {
        flush();
        return total > 0 || last == NOT_NOW && !isCut && why() == null ? total : BROKEN;
    }

    /** Offers the other pipe what waits. What it refuses for want of memory waits on: it was taken from the lane already. */
    private void flush() {
        Records leaving = end.leaving();
        ByteBuffer waiting = leaving.bytes();
        try {
            while (waiting.hasRemaining()) {
                int from = waiting.position();
                long sent = records.write(waiting, leaving.address());
                waiting.position(from + (int) Math.max(0, sent)); // a pipe need not move it
                isCut |= sent < 0; // the end is cut by whoever reads, which alone has what arrives
                if (sent <= 0) {
                    break;
                }
            }
        } catch (RuntimeException noMemory) {
            // told by why() as soon as the peer misses something
        }
        owes = waiting.hasRemaining();
        watchAsNeeded();
    }

    // ---- sleep and end

    @Override
    public void watch(boolean forRoom) {
        sending.lock();
        try {
            wantsRoom = forRoom;
            watchesRoom = forRoom || owes;
            isWatched = true;
            records.watch(watchesRoom);
        } finally {
            sending.unlock();
        }
    }

    private void watchAsNeeded() {
        boolean needed = wantsRoom || owes;
        if (isWatched && needed != watchesRoom) {
            watchesRoom = needed;
            records.watch(needed);
        }
    }

    @Override
    public void close() {
        sending.lock();
        try {
            if (end.isOpen() && end.why() == null) {
                end.farewell();
            }
            flush();
            isWatched = false;
        } finally {
            sending.unlock();
            records.close();
        }
    }
}
