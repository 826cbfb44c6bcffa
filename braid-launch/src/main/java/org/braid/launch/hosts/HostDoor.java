package org.braid.launch.hosts;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.Hello;
import org.braid.boot.door.Door;
import org.braid.boot.door.OwnAddresses;
import org.braid.boot.door.WrongProofs;
import org.braid.boot.ticket.JobAddress;
import org.braid.boot.ticket.Secret;
import org.braid.launch.protection.Protection;
import org.jspecify.annotations.Nullable;

/**
 * Where joins call a job's server. Whoever calls has fifteen seconds to show that it knows the secret, and is not listened to beyond a kilobyte before; at most 64 may try at a time, while others wait to be accepted, and a source
 * that has given ten wrong proofs is sent away unheard until a minute has passed without another.
 */
final class HostDoor {
    /** Called in a thread of its own for each join. */
    interface Listener {
        /** A join has proved the secret and said who it is. */
        void entered(HostLink link, Entry entry);

        /** Somebody was sent away. */
        void refused(String source, String reason);
    }

    /** A young JVM's first handshake takes half a second of a processor, of which a machine where many others compute gives it a tenth. */
    static final int PATIENCE_MS = 15_000;

    private static final int MOST_STRANGERS = 64;
    private static final int BACKLOG = 1024;

    private final ServerSocket listening;
    private final Protection protection;
    private final Secret secret;
    private final long[] job;
    private final Hello hello;
    private final Listener listener;
    private final WrongProofs wrongProofs = new WrongProofs();
    private final Door door;

    private HostDoor(ServerSocket listening, Protection protection, Secret secret, long[] job, Hello hello, Listener listener) {
        this.listening = listening;
        this.protection = protection;
        this.secret = secret;
        this.job = job;
        this.hello = hello;
        this.listener = listener;
        this.door = Door.open(listening, "braid-door", MOST_STRANGERS, this::admit); // the last, as callers come at once
    }

    /**
     * Begins to listen.
     *
     * @param at {@code ADDRESS[:PORT]}, "" for all addresses and any port
     * @param job its number, two longs
     * @throws BraidException {@code BRD-1307} if it cannot be listened there
     */
    static HostDoor open(String at, Protection protection, Secret secret, long[] job, Hello hello, Listener listener) {
        ServerSocket socket = null;
        try {
            InetSocketAddress address = address(at);
            socket = new ServerSocket();
            socket.bind(address, BACKLOG);
            return new HostDoor(socket, protection, secret, job, hello, listener);
        } catch (IOException | IllegalArgumentException e) {
            close(socket);
            throw new BraidException(
                    ErrorCode.LISTEN_FAILED, "the job's server cannot listen" + (at.isEmpty() ? "" : " at " + at), String.valueOf(e.getMessage()), "Name an address of this host and a port that is free: --listen 10.0.0.1:4711", e);
        }
    }

    private static InetSocketAddress address(String at) throws UnknownHostException {
        int colon = at.lastIndexOf(':');
        boolean hasPort = colon >= 0 && (at.indexOf(':') == colon || at.startsWith("[") && at.charAt(colon - 1) == ']');
        int port = hasPort ? Integer.parseInt(at.substring(colon + 1)) : 0;
        String host = hasPort ? at.substring(0, colon) : at;
        String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        return bare.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(InetAddress.getByName(bare), port);
    }

    /** The ticket for this door: the address that it listens at, or all of this host's that mean something elsewhere; the loopback address alone if there are none. */
    JobAddress ticket() throws IOException {
        InetAddress at = listening.getInetAddress();
        List<String> hosts = at.isAnyLocalAddress() ? OwnAddresses.numeric(Integer.MAX_VALUE) : List.of(at.getHostAddress());
        return new JobAddress(hosts, listening.getLocalPort(), secret);
    }

    private void admit(Socket fresh) {
        String source = fresh.getInetAddress().getHostAddress();
        if (wrongProofs.areTooMany(source)) {
            close(fresh);
        } else {
            admit(fresh, source);
        }
    }

    private void admit(Socket fresh, String source) {
        Thread deadline = Thread.ofVirtual().start(() -> closeAfterPatience(fresh));
        try {
            fresh.setTcpNoDelay(true);
            fresh.setSoTimeout(PATIENCE_MS);
            FrameSocket socket = new FrameSocket(fresh, protection.over(fresh, false));
            String refusal = Greeting.receive(socket, secret, job[0], job[1], hello);
            if (refusal == null) {
                wrongProofs.forget(source);
                enter(socket, source);
            } else {
                wrongProofs.add(source);
                socket.close();
                listener.refused(source, refusal);
            }
        } catch (IOException e) {
            if (isWrongProof(e)) {
                wrongProofs.add(source);
            }
            close(fresh);
            listener.refused(source, ErrorCode.JOIN_REFUSED.id() + " " + e.getMessage());
        } finally {
            deadline.interrupt();
        }
    }

    private void enter(FrameSocket socket, String source) throws IOException {
        ByteBuffer said = socket.readFrame(HostProtocol.MAX_PAYLOAD);
        try {
            if (socket.kind() != HostProtocol.ENTER) {
                throw new BraidException(ErrorCode.FRAME_REFUSED, "a join began with a frame of kind " + socket.kind(), "its entry was expected", "Use the same installation of Braid on all hosts");
            }
            listener.entered(new HostLink(socket), Entry.read(said));
        } catch (BraidException e) {
            String reason = Greeting.refuse(socket, e.code(), e.what() + ": " + e.why());
            socket.close();
            listener.refused(source, reason);
        }
    }

    /** A caller that says a byte every few seconds is no better than one that says nothing. */
    private static void closeAfterPatience(Socket fresh) {
        try {
            TimeUnit.MILLISECONDS.sleep(PATIENCE_MS);
            close(fresh);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A connection that ends or stands still proves nothing: a port scanner must not keep others of its address out. */
    private static boolean isWrongProof(IOException e) {
        return e.getCause() instanceof SSLException tls && !(tls.getCause() instanceof EOFException);
    }

    /** Nobody enters any more. */
    void close() {
        door.close();
    }

    private static void close(@Nullable Closeable socket) {
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            // Closing is all that was wanted.
        }
    }
}
