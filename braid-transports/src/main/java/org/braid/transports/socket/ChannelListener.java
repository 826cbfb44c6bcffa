package org.braid.transports.socket;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.braid.pipe.driver.BytePipe;
import org.braid.pipe.driver.NoPipe;
import org.braid.pipe.driver.PipeListener;
import org.jspecify.annotations.Nullable;

/**
 * A non-blocking socket that peers call. New peers are rare and each look is a system call, so it looks at intervals that double from {@link #SHORTEST_NS} to {@link #LONGEST_NS} while nobody comes; a
 * process that sleeps is woken by its selector instead.
 */
public final class ChannelListener implements PipeListener {
    static final long SHORTEST_NS = 50_000;
    static final long LONGEST_NS = 2_000_000;

    /** Makes pipes of those who have called. */
    public interface Admission {
        /** The pipe of an accepted channel; a {@link NoPipe} for a caller that is sent away, whose channel is closed then. */
        BytePipe admit(SocketChannel fresh) throws IOException;
    }

    private final ServerSocketChannel channel;
    private final Admission admission;
    private long intervalNs = SHORTEST_NS;
    private long nextNs;

    /** @param channel bound and non-blocking; this listener's from now on, and {@code sleeper} watches it */
    public ChannelListener(ServerSocketChannel channel, Admission admission, Sleeper sleeper) {
        this.channel = channel;
        this.admission = admission;
        sleeper.watch(channel, SelectionKey.OP_ACCEPT);
    }

    @Override
    public @Nullable BytePipe accept(long nowNs) {
        if (nowNs - nextNs < 0) {
            return null;
        }
        SocketChannel fresh = null;
        try {
            fresh = channel.accept();
            intervalNs = fresh != null ? SHORTEST_NS : Math.min(2 * intervalNs, LONGEST_NS);
            nextNs = fresh != null ? nowNs : nowNs + intervalNs;
            return fresh == null ? null : admission.admit(fresh);
        } catch (ClosedChannelException closed) {
            Sockets.close(fresh);
            return null; // its context has closed, and somebody polls still
        } catch (IOException e) {
            Sockets.close(fresh);
            nextNs = nowNs + LONGEST_NS;
            return new NoPipe("its listener", String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        Sockets.close(channel);
    }
}
