package org.braid.mpi.meeting.socket;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import jdk.net.ExtendedSocketOptions;

/** A program's socket while two processes meet through it. How long the other program computes before it joins is its own affair, but a host that goes is noticed within some eleven seconds: by keep-alives if it owes nothing, and if it owes an acknowledgement by a {@link CutOff}, on Linux; and whoever has greeted answers within a minute. Its options are put back. */
public final class BorrowedSocket implements Closeable {
    /** A silent host is asked after so many seconds, */
    private static final int IDLE_S = 5;

    /** so often, */
    private static final int PROBES = 3;

    /** with so many seconds in between. */
    private static final int INTERVAL_S = 2;

    private static final int SILENCE_MS = 60_000;

    private final Socket socket;
    private final int timeoutMs;
    private final Map<SocketOption<?>, Object> before = new LinkedHashMap<>();
    private final CutOff cutOff;

    /** @throws IOException if it is closed */
    public BorrowedSocket(Socket socket) throws IOException {
        this.socket = socket;
        this.timeoutMs = socket.getSoTimeout();
        set(ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_S);
        set(ExtendedSocketOptions.TCP_KEEPINTERVAL, INTERVAL_S);
        set(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
        set(StandardSocketOptions.SO_KEEPALIVE, true);
        this.cutOff = new CutOff(socket);
    }

    /** Why it has failed, in the words of whoever knows best. */
    public String reason(IOException failure) {
        if (cutOff.isLost()) {
            return "the other host has acknowledged nothing for 11 s: the socket is closed";
        }
        return failure instanceof EOFException ? "its other end was closed before both had joined" : failure.toString();
    }

    /** Layered sockets and other systems have fewer. */
    private <T> void set(SocketOption<T> option, T value) throws IOException {
        if (socket.supportedOptions().contains(option)) {
            before.put(option, socket.getOption(option));
            socket.setOption(option, value);
        }
    }

    /**
     * The other end has joined, too.
     *
     * @throws IOException if the socket is closed
     */
    public void isGreeted() throws IOException {
        socket.setSoTimeout(timeoutMs == 0 ? SILENCE_MS : timeoutMs);
    }

    @Override
    public void close() {
        cutOff.close();
        try {
            socket.setSoTimeout(timeoutMs);
            for (Map.Entry<SocketOption<?>, Object> each : before.entrySet()) {
                put(each.getKey(), each.getValue());
            }
        } catch (IOException closed) {
            // Then nobody needs its options any more.
        }
    }

    @SuppressWarnings("unchecked") // it is what getOption has returned
    private <T> void put(SocketOption<T> option, Object value) throws IOException {
        socket.setOption(option, (T) value);
    }
}
