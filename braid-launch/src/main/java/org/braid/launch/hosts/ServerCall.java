package org.braid.launch.hosts;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.Hello;
import org.braid.boot.ticket.JobAddress;
import org.braid.launch.protection.Protection;
import org.jspecify.annotations.Nullable;

/** How a join finds its server: every address in the ticket is tried, one after the other, each for some seconds; what was tried is said. */
final class ServerCall {
    private static final int CONNECT_MS = 3_000;
    private static final int GREETING_MS = HostDoor.PATIENCE_MS;

    private final JobAddress ticket;
    private final Protection protection;
    private final Hello hello;
    private final List<String> tried = new ArrayList<>();
    private @Nullable BraidException refusal;

    ServerCall(JobAddress ticket, Protection protection, Hello hello) {
        this.ticket = ticket;
        this.protection = protection;
        this.hello = hello;
    }

    /**
     * Connects and greets.
     *
     * @throws BraidException {@code BRD-1421} if no address leads to a server, with what was tried; else the server's own refusal
     */
    FrameSocket call() {
        for (String host : ticket.hosts()) {
            for (InetAddress address : addresses(host)) {
                FrameSocket socket = call(host, address);
                if (socket != null) {
                    return socket;
                }
            }
        }
        throw refusal != null ? refusal : new BraidException(
                ErrorCode.SERVER_UNREACHABLE, "the job's server could not be reached", "tried: " + String.join("; ", tried),
                "See whether braid server still runs, and whether this host reaches it; names in the ticket before the first / may be replaced");
    }

    /** What was tried before a server was found, each with what came of it; "" for nothing. */
    String inVain() {
        return String.join("; ", tried);
    }

    private InetAddress[] addresses(String host) {
        try {
            return InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            tried.add(host + " (no such name)");
            return new InetAddress[0];
        }
    }

    private @Nullable FrameSocket call(String host, InetAddress address) {
        Socket socket = new Socket();
        Thread deadline = Thread.ofVirtual().start(() -> closeAfter(CONNECT_MS + GREETING_MS, socket));
        try {
            socket.connect(new InetSocketAddress(address, ticket.port()), CONNECT_MS);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(GREETING_MS);
            FrameSocket frames = new FrameSocket(socket, protection.over(socket, true));
            Greeting.call(frames, ticket.secret(), hello);
            return frames;
        } catch (IOException e) {
            failed(host, address, String.valueOf(e.getMessage()), socket);
            return null;
        } catch (BraidException refused) { // two machines may have one address: the next may be the right one
            failed(host, address, refused.why(), socket);
            refusal = refusal == null ? refused : refusal;
            return null;
        } finally {
            deadline.interrupt();
        }
    }

    private void failed(String host, InetAddress address, String why, Socket socket) {
        String number = address.getHostAddress();
        tried.add((number.equals(host) ? "" : host + " = ") + number + " port " + ticket.port() + " (" + why + ")");
        close(socket);
    }

    /** Whatever listens at a stale address may say a byte now and then: the next address is tried. */
    private static void closeAfter(int patienceMs, Socket socket) {
        try {
            TimeUnit.MILLISECONDS.sleep(patienceMs);
            close(socket);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Closing is all that was wanted.
        }
    }
}
