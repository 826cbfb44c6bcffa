package org.braid.launch.hosts;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import jdk.net.ExtendedSocketOptions;

/**
 * Frames over a protected socket, with calls that wait. One thread reads, one writes, any closes: the plain socket, since a protected one waits with its own farewell for a write that stands still.
 */
final class FrameSocket {
    private static final int IDLE_S = 5;
    private static final int INTERVAL_S = 2;
    private static final int QUESTIONS = 3;

    private final Socket plain;
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] head = new byte[HostProtocol.HEAD];

    /** Through {@code socket}, whose bytes go by {@code plain}; the same one if nothing protects it. */
    FrameSocket(Socket plain, Socket socket) throws IOException {
        this.plain = plain;
        this.socket = socket;
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
    }

    /** A connection on which nothing is said ends 11 s after the other host has gone. Systems that know no such times take their own, which are hours. */
    void askWhetherThere() throws IOException {
        plain.setKeepAlive(true);
        for (SocketOption<Integer> time : List.of(ExtendedSocketOptions.TCP_KEEPIDLE, ExtendedSocketOptions.TCP_KEEPINTERVAL, ExtendedSocketOptions.TCP_KEEPCOUNT)) {
            if (plain.supportedOptions().contains(time)) {
                plain.setOption(time, time == ExtendedSocketOptions.TCP_KEEPIDLE ? IDLE_S : time == ExtendedSocketOptions.TCP_KEEPINTERVAL ? INTERVAL_S : QUESTIONS);
            }
        }
    }

    /** The numeric address at the other end. */
    String there() {
        return socket.getInetAddress().getHostAddress();
    }

    /** How long a read may wait; 0 for ever. */
    void patience(int timeoutMs) throws IOException {
        socket.setSoTimeout(timeoutMs);
    }

    /** Exactly so many bytes, little-endian. */
    ByteBuffer read(int bytes) throws IOException {
        byte[] all = in.readNBytes(bytes);
        if (all.length < bytes) {
            throw new EOFException("the connection ended");
        }
        return ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * The next frame's payload; {@link #kind} says what it is.
     *
     * @throws IOException also if it were longer than {@code most} bytes
     */
    ByteBuffer readFrame(int most) throws IOException {
        if (in.readNBytes(head, 0, head.length) < head.length) {
            throw new EOFException("the connection ended");
        }
        int length = head[1] & 0xff | (head[2] & 0xff) << 8 | (head[3] & 0xff) << 16;
        if (length > most) {
            throw new IOException("a frame of " + length + " bytes exceeds the limit of " + most);
        }
        return read(length);
    }

    /** Of the frame that was read last. */
    int kind() {
        return head[0] & 0xff;
    }

    void write(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** Ends it at once, whatever other threads do here. */
    void close() {
        close(plain);
    }

    /** Ends it behind all that was written; called by the thread that writes. */
    void finish() {
        close(socket);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Closing is all that was wanted.
        }
    }
}
