package org.braid.boot.door;

import java.io.Closeable;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Accepts callers whom nobody has reason to trust yet: some at a time, each heard in a thread of its own, while others wait to be accepted. Whoever hears a caller bounds for how long he does. */
public final class Door implements Closeable {
    private static final int REST_MS = 50;

    private final ServerSocket listening;
    private final Semaphore places;
    private final Consumer<Socket> hearing;

    private Door(ServerSocket listening, int most, Consumer<Socket> hearing) {
        this.listening = listening;
        this.places = new Semaphore(most);
        this.hearing = hearing;
    }

    /**
     * Begins to accept, in a thread of its own.
     *
     * @param listening bound; closed with the door
     * @param name of that thread
     * @param most how many callers are heard at a time
     * @param hearing is given each caller in a thread of his own, and closes him
     */
    public static Door open(ServerSocket listening, String name, int most, Consumer<Socket> hearing) {
        Door door = new Door(listening, most, hearing);
        Thread.ofVirtual().name(name).start(door::accept);
        return door;
    }

    private void accept() {
        while (!listening.isClosed()) {
            places.acquireUninterruptibly(); // each of those inside has a deadline
            Socket caller = null;
            boolean isHeard = false;
            try {
                caller = listening.accept();
                Socket accepted = caller;
                Thread.ofVirtual().name("braid-caller").start(() -> hear(accepted));
                isHeard = true;
            } catch (IOException e) {
                rest(); // it ended before it was accepted, or there are no descriptors left: it may call again; a closed door ends the loop
            } finally {
                if (!isHeard) {
                    places.release();
                    close(caller);
                }
            }
        }
    }

    private void hear(Socket caller) {
        try {
            hearing.accept(caller);
        } finally {
            places.release();
        }
    }

    private void rest() {
        try {
            TimeUnit.MILLISECONDS.sleep(listening.isClosed() ? 0 : REST_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Nobody enters any more; callers who are being heard go on. */
    @Override
    public void close() {
        close(listening);
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
