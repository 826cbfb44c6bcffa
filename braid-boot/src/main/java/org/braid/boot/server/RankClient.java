package org.braid.boot.server;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.Hello;
import org.braid.boot.Ticket;
import org.jspecify.annotations.Nullable;

/**
 * A rank's connection to its rank server, made at the first use. What is only told (register, note, …) is written and not waited for; a
 * refusal shows at the next question. Any thread may use it; questions are asked one at a time.
 */
public final class RankClient {
    private static final long PATIENCE_NS = 5_000_000_000L;
    private static final long RETRY_NS = 2_000_000L;

    private final Ticket ticket;
    private final Object asking = new Object();
    private @Nullable SocketChannel connection; // guarded by this
    private boolean welcomed; // guarded by asking

    public RankClient(Ticket ticket) {
        this.ticket = ticket;
    }

    public void register(byte[] table) {
        tell(RankProtocol.REGISTER, table);
    }

    public void note(String text) {
        tell(RankProtocol.NOTE, RankProtocol.text(text));
    }

    public void wantInput(int bytes) {
        tell(RankProtocol.WANT_INPUT, RankProtocol.buffer(4).putInt(bytes).array());
    }

    public void phases(long mainNs, long initNs, long finalizeNs) {
        tell(RankProtocol.PHASES, RankProtocol.buffer(24).putLong(mainNs).putLong(initNs).putLong(finalizeNs).array());
    }

    public void abort(int code, String reason) {
        byte[] text = RankProtocol.text(reason);
        tell(RankProtocol.ABORT, RankProtocol.buffer(4 + text.length).putInt(code).put(text).array());
    }

    /** Tells that this rank is done, and waits until the server knows. */
    public void finished() {
        ask(RankProtocol.FINISHED, new byte[0], RankProtocol.FINISHED);
    }

    /** The tables of {@code count} ranks from {@code first}, as a PAGE's payload; waits until the first of them is known. */
    public ByteBuffer lookup(int first, int count) {
        return ask(RankProtocol.LOOKUP, RankProtocol.buffer(8).putInt(first).putInt(count).array(), RankProtocol.PAGE);
    }

    private void tell(int kind, byte[] payload) {
        try {
            write(kind, payload);
        } catch (IOException e) {
            throw lost(e);
        }
    }

    private ByteBuffer ask(int kind, byte[] payload, int answer) {
        synchronized (asking) {
            try {
                SocketChannel channel = writeUnlessRefused(kind, payload);
                if (!welcomed) {
                    read(channel, RankProtocol.WELCOME);
                    welcomed = true;
                }
                return read(channel, answer);
            } catch (IOException e) {
                throw lost(e);
            }
        }
    }

    /** A server that has refused this process closes its end; then its reason is still there to be read. */
    private SocketChannel writeUnlessRefused(int kind, byte[] payload) throws IOException {
        try {
            return write(kind, payload);
        } catch (IOException e) {
            SocketChannel channel = connected();
            if (channel != null && !welcomed) {
                read(channel, RankProtocol.REFUSED);
            }
            throw e;
        }
    }

    private synchronized @Nullable SocketChannel connected() {
        return connection;
    }

    private synchronized SocketChannel write(int kind, byte[] payload) throws IOException {
        boolean first = connection == null;
        SocketChannel channel = connection == null ? connect() : connection;
        connection = channel;
        int join = first ? Hello.BYTES + RankProtocol.FRAME_HEAD + RankProtocol.JOIN_BYTES : 0;
        ByteBuffer out = RankProtocol.buffer(join + RankProtocol.FRAME_HEAD + payload.length);
        if (first) {
            putJoin(out);
        }
        RankProtocol.putHead(out, kind, payload.length).put(payload).flip();
        while (out.hasRemaining()) {
            channel.write(out);
        }
        return channel;
    }

    private void putJoin(ByteBuffer out) {
        RankProtocol.putHello(out, RankProtocol.hello(ticket.build()));
        RankProtocol.putHead(out, RankProtocol.JOIN, RankProtocol.JOIN_BYTES);
        out.putLong(ticket.jobHigh()).putLong(ticket.jobLow()).putInt(ticket.rank()).putInt(ticket.size());
        out.put(ticket.secret().toBytes());
    }

    /** The launcher opens its socket after it has handed out the tickets, so a very quick rank finds nobody listening yet. */
    private SocketChannel connect() throws IOException {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(ticket.server().substring("unix:".length()));
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        while (true) {
            SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                channel.connect(address);
                return channel;
            } catch (SocketException e) {
                channel.close();
                if (System.nanoTime() - deadlineNs > 0) {
                    throw e;
                }
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }

    private static ByteBuffer read(SocketChannel channel, int expected) throws IOException {
        ByteBuffer head = fill(channel, RankProtocol.FRAME_HEAD);
        int word = head.getInt();
        int length = word >>> 8;
        if (length > RankProtocol.MAX_FRAME) {
            throw new IOException("the rank server sent a frame of " + length + " bytes");
        }
        ByteBuffer payload = fill(channel, length);
        if ((word & 0xff) == RankProtocol.REFUSED) {
            throw refused(new String(payload.array(), StandardCharsets.UTF_8));
        }
        if ((word & 0xff) != expected) {
            throw new IOException("the rank server sent a frame of kind " + (word & 0xff) + ", not " + expected);
        }
        return payload;
    }

    private static ByteBuffer fill(SocketChannel channel, int bytes) throws IOException {
        ByteBuffer into = RankProtocol.buffer(bytes);
        while (into.hasRemaining()) {
            if (channel.read(into) < 0) {
                throw new EOFException("the rank server closed the connection");
            }
        }
        return into.flip();
    }

    private static BraidException refused(String said) {
        int space = said.indexOf(' ');
        ErrorCode code = ErrorCode.find(space < 0 ? said : said.substring(0, space));
        return new BraidException(
                code == null ? ErrorCode.JOIN_REFUSED : code,
                "the rank server refused this process",
                space < 0 ? said : said.substring(space + 1),
                "Start every process of the job with the same braid run");
    }

    private static BraidException lost(IOException e) {
        return new BraidException(
                ErrorCode.LAUNCHER_LOST, "the rank server could not be reached", String.valueOf(e.getMessage()), "Start the job again", e);
    }
}
