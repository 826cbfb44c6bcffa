package org.braid.transports.socket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.braid.base.os.DirectMemory;
import org.braid.base.os.SocketCalls;
import org.braid.pipe.driver.BytePipe;
import org.jspecify.annotations.Nullable;

/**
 * A non-blocking socket as a pipe. Once it has brought something {@link #READS_BEFORE_SHORTCUT} times, it is read and written around the JDK's channel, which goes on to own it and is asked now and then,
 * since it alone knows errors from nothing.
 */
public final class ChannelPipe implements BytePipe {
    /** So many reads brought something: now it pays to look for the way around the channel. */
    public static final int READS_BEFORE_SHORTCUT = 1_000;

    /** One look in so many is the channel's. */
    private static final int LOOKS_PER_CHANNEL_LOOK = 64;

    private final SocketChannel channel;
    private final String there;
    private final Sleeper sleeper;
    private final Shortcuts shortcuts;
    private boolean connected;
    private int reads;
    private int looks;
    private @Nullable SocketCalls shortcut; // written by the reader; a writer that sees it late goes by the channel
    private volatile @Nullable String why;

    private ChannelPipe(SocketChannel channel, String there, Sleeper sleeper, Shortcuts shortcuts) {
        this.channel = channel;
        this.there = there;
        this.sleeper = sleeper;
        this.shortcuts = shortcuts;
    }

    /**
     * Begins to call. What fails at once is told like what fails later.
     *
     * @param channel prepared, not connected
     * @param sleeper where this process sleeps, so that the pipe can wake it
     */
    public static ChannelPipe calling(SocketChannel channel, SocketAddress to, String there, Sleeper sleeper, Shortcuts shortcuts) {
        ChannelPipe pipe = new ChannelPipe(channel, there, sleeper, shortcuts);
        try {
            pipe.connected = channel.connect(to);
            sleeper.watch(channel, pipe.connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT);
        } catch (IOException | RuntimeException e) {
            pipe.brokenBy(e);
        }
        return pipe;
    }

    /** The pipe of a channel that has been accepted. */
    public static ChannelPipe called(SocketChannel channel, String there, Sleeper sleeper, Shortcuts shortcuts) {
        ChannelPipe pipe = new ChannelPipe(channel, there, sleeper, shortcuts);
        pipe.connected = true;
        sleeper.watch(channel, SelectionKey.OP_READ);
        return pipe;
    }

    @Override
    public boolean isConnected() {
        if (!connected && why == null) {
            try {
                connected = channel.finishConnect();
                if (connected) {
                    watch(false); // whoever watched on for this would never sleep: a socket that is connected has room
                }
            } catch (IOException e) {
                brokenBy(e);
            }
        }
        return connected;
    }

    @Override
    public String there() {
        return there;
    }

    @Override
    public String way() {
        try {
            return channel.getLocalAddress() instanceof InetSocketAddress here ? interfaceOf(here.getAddress()) + here.getAddress().getHostAddress() + " -> " + there : there;
        } catch (IOException e) {
            return there;
        }
    }

    private static String interfaceOf(InetAddress address) throws IOException {
        NetworkInterface found = NetworkInterface.getByInetAddress(address);
        return found == null ? "" : found.getName() + " ";
    }

    @Override
    public @Nullable String why() {
        return why;
    }

    @Override
    public long read(ByteBuffer room, long address) {
        SocketCalls calls = shortcut;
        if (calls == null || address == 0 || (++looks & LOOKS_PER_CHANNEL_LOOK - 1) == 0) {
            return readChannel(room);
        }
        long bytes = calls.receive(address, room.remaining());
        if (bytes > 0) {
            room.position(room.position() + (int) bytes);
            return bytes;
        }
        return bytes == SocketCalls.NOT_NOW ? NOT_NOW : ENDED;
    }

    @Override
    public long read(ByteBuffer[] rooms) {
        try {
            return counted(channel.read(rooms));
        } catch (IOException e) {
            return brokenBy(e);
        } catch (OutOfMemoryError full) {
            throw DirectMemory.usedUp(full); // the JDK reads into a copy of its own
        }
    }

    @Override
    public long write(ByteBuffer piece, long address) {
        SocketCalls calls = shortcut;
        if (calls != null && address != 0) {
            long taken = calls.send(address, piece.remaining());
            if (taken != SocketCalls.NOT_NOW) {
                return taken;
            }
        }
        try {
            return channel.write(piece);
        } catch (IOException e) {
            return brokenBy(e);
        } catch (OutOfMemoryError full) {
            throw DirectMemory.usedUp(full); // the JDK writes from a copy of its own
        }
    }

    @Override
    public long write(ByteBuffer[] pieces, int first, int count) {
        try {
            return channel.write(pieces, first, count);
        } catch (IOException e) {
            return brokenBy(e);
        } catch (OutOfMemoryError full) {
            throw DirectMemory.usedUp(full);
        }
    }

    @Override
    public void watch(boolean forRoom) {
        sleeper.watch(channel, forRoom ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }

    @Override
    public void close() {
        Sockets.close(channel);
    }

    private long readChannel(ByteBuffer room) {
        try {
            return counted(channel.read(room));
        } catch (IOException e) {
            return brokenBy(e);
        } catch (OutOfMemoryError full) {
            throw DirectMemory.usedUp(full);
        }
    }

    private long counted(long bytes) throws IOException {
        if (bytes > 0 && ++reads == READS_BEFORE_SHORTCUT) {
            shortcut = shortcuts.of(channel);
        }
        return bytes;
    }

    private long brokenBy(Exception e) {
        String message = e.getMessage();
        why = message == null ? e.getClass().getSimpleName() : message;
        return BROKEN;
    }
}
