package org.braid.launch.hosts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connection between a job's server and one join, from the greeting on. Two threads of its own carry frames; a second without any brings a BEAT. Any thread may send.
 */
final class HostLink implements PeerLink {
    /** Once a second something is said. */
    static final long BEAT_NS = 1_000_000_000L;

    private static final byte[] BEAT = HostProtocol.frame(HostProtocol.BEAT, 0).array();
    private static final byte[] LAST = {};
    private static final String ALL_WAS_SAID = "all was said";

    private final FrameSocket socket;
    private final WaitingFrames leaving = new WaitingFrames();
    private volatile long heardNs = System.nanoTime();
    private volatile boolean isSilenceExpected;
    private volatile @Nullable String why; // it was closed
    private volatile boolean finishing; // a peer that hears the end may hang up before the thread that writes goes on

    /** @param socket whose peer is known; this link's from now on */
    HostLink(FrameSocket socket) {
        this.socket = socket;
    }

    @Override
    public String there() {
        return socket.there();
    }

    @Override
    public long heardNs() {
        return isSilenceExpected ? System.nanoTime() : heardNs;
    }

    @Override
    public void expectSilence(boolean isExpected) {
        heardNs = System.nanoTime();
        isSilenceExpected = isExpected;
    }

    @Override
    public void start(Listener listener, String name) {
        heardNs = System.nanoTime();
        Thread.ofVirtual().name(name + "-write").start(this::write);
        Thread.ofVirtual().name(name + "-read").start(() -> read(listener));
    }

    private void read(Listener listener) {
        try {
            socket.patience(0);
            socket.askWhetherThere();
            while (true) {
                ByteBuffer payload = socket.readFrame(HostProtocol.MAX_PAYLOAD);
                heardNs = System.nanoTime();
                if (socket.kind() != HostProtocol.BEAT) {
                    listener.heard(socket.kind(), payload);
                }
            }
        } catch (IOException e) {
            close(finishing ? ALL_WAS_SAID : String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            close("this process ends");
        } finally {
            close("this end failed"); // unless it has a reason: without its reader it would go on beating, and never be missed
            listener.ended(String.valueOf(why));
        }
    }

    private void write() {
        try {
            for (byte[] next = next(); next != LAST; next = next()) {
                socket.write(next);
            }
            finishing = true;
            socket.finish();
            close(ALL_WAS_SAID);
        } catch (IOException e) {
            close(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            close("this process ends");
        } finally {
            close("this end failed");
        }
    }

    /** While the peer need not say anything this end does not either: what it does not read would wait in the kernels, and they tell whether hosts are there only where nothing waits. */
    private byte[] next() throws InterruptedException {
        byte[] next = leaving.take(BEAT_NS);
        while (next == null && isSilenceExpected) {
            next = leaving.take(BEAT_NS);
        }
        return next == null ? BEAT : next;
    }

    @Override
    public void send(byte[] frame) {
        if (!leaving.put(frame)) {
            close("it reads nothing of what it is told");
        }
    }

    @Override
    public void sendPatiently(byte[] frame) {
        try {
            leaving.putPatiently(frame);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void finish() {
        send(LAST);
    }

    @Override
    public void awaitEnd() throws InterruptedException {
        synchronized (this) {
            long deadlineNs = System.nanoTime() + BEAT_NS;
            for (long leftNs = BEAT_NS; why == null && leftNs > 0; leftNs = deadlineNs - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, leftNs);
            }
        }
    }

    @Override
    public void close(String reason) {
        synchronized (this) {
            if (why == null) {
                why = reason;
                notifyAll();
            }
        }
        leaving.close();
        socket.close();
    }
}
