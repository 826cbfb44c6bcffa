package org.braid.mpi.meeting;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import org.braid.boot.door.Door;
import org.braid.boot.door.OwnAddresses;
import org.braid.boot.ticket.JobAddress;
import org.braid.boot.ticket.Secret;
import org.jspecify.annotations.Nullable;

/** A port that other hosts reach: callers prove its capability, {@link FarGreeting}, each in a thread of its own, and wait until they are accepted. A few strangers at a time are listened to, and each for some seconds. */
final class FarPort implements Port {
    private static final int BACKLOG = 64;
    private static final int MOST_STRANGERS = 16;
    private static final int MOST_WAITING = 64;

    /** A port's name has room for so many characters of addresses beside the rest. */
    private static final int MOST_ADDRESSES_LENGTH = 180;

    private final FarName name;
    private final FarGreeting greeting;
    private final Door door;
    private final ArrayDeque<Talk> waiting = new ArrayDeque<>(); // guarded by this, as the next
    private @Nullable String whyClosed;

    private FarPort(ServerSocket listening, FarName name) {
        this.name = name;
        this.greeting = new FarGreeting(name.address().secret());
        this.door = Door.open(listening, "braid-port", MOST_STRANGERS, this::hear); // the last, as callers come at once
    }

    /** @throws IOException if the system has no socket for it, or this host no address that others can call */
    static FarPort open() throws IOException {
        return open(Secret.random());
    }

    /** The same with a capability that others know already. */
    static FarPort open(Secret capability) throws IOException {
        ServerSocket socket = new ServerSocket();
        boolean opened = false;
        try {
            socket.bind(new InetSocketAddress(0), BACKLOG);
            FarPort port = new FarPort(socket, new FarName(new JobAddress(OwnAddresses.numeric(MOST_ADDRESSES_LENGTH), socket.getLocalPort(), capability)));
            opened = true;
            return port;
        } finally {
            if (!opened) {
                socket.close();
            }
        }
    }

    private void hear(Socket caller) {
        try {
            admit(greeting.called(caller));
        } catch (IOException stranger) {
            // It is dropped without a word; whoever has the name and fails calls again.
        }
    }

    private synchronized void admit(Talk caller) {
        if (whyClosed == null && waiting.size() < MOST_WAITING) {
            waiting.add(caller);
            notifyAll();
        } else {
            caller.close();
        }
    }

    @Override
    public FarName name() {
        return name;
    }

    @Override
    public synchronized Talk accept() throws IOException {
        try {
            while (waiting.isEmpty() && whyClosed == null) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the thread that accepts was interrupted", e);
        }
        if (whyClosed != null) {
            throw new IOException(whyClosed);
        }
        return waiting.remove();
    }

    @Override
    public synchronized void giveUp(String why) {
        whyClosed = whyClosed == null ? why : whyClosed;
        waiting.forEach(Talk::close);
        waiting.clear();
        notifyAll();
        door.close();
    }

    @Override
    public void close() {
        giveUp("the port was closed");
    }
}
