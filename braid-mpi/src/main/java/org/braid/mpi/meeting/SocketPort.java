package org.braid.mpi.meeting;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.braid.base.BraidException;
import org.braid.boot.ticket.JobAddress;
import org.braid.boot.ticket.Secret;

/** A port that two processes agree upon through a program's socket: both know its capability, so only its place is told. One call is taken, within the time that a greeting may last. */
final class SocketPort {
    private static final int MAX_PLACE = 256;

    private final Talk talk;
    private final Secret capability;

    SocketPort(Talk talk, Secret capability) {
        this.talk = talk;
        this.capability = capability;
    }

    /** Of the end that speaks first. */
    Talk listen() throws IOException {
        try (FarPort port = FarPort.open(capability)) {
            JobAddress address = port.name().address();
            long[] ignored = talk.swap(words(String.join(",", address.hosts()) + "/" + address.port()));
            long[] status = talk.swap(new long[1]);
            if (status.length != 1 || status[0] != 1) {
                throw new IOException("the other process cannot reach this one at " + address);
            }
            return accepted(port);
        }
    }

    /** Whoever says that it was let in has greeted; if it lies, nobody waits for it. */
    private static Talk accepted(FarPort port) throws IOException {
        Thread deadline = Thread.ofVirtual().start(() -> {
            try {
                TimeUnit.MILLISECONDS.sleep(FarGreeting.GREETING_MS);
                port.giveUp("the other process has not proved that it is the one at the other end of the socket");
            } catch (InterruptedException over) {
                // It has.
            }
        });
        try {
            return port.accept();
        } finally {
            deadline.interrupt();
        }
    }

    /** Of the other end. */
    Talk call() throws IOException {
        String place = text(talk.swap(new long[1]));
        Talk called;
        try {
            called = FarCall.to(name(place));
        } catch (IOException | RuntimeException failed) {
            tellOf(failed);
            throw failed;
        }
        try {
            long[] ignored = talk.swap(new long[] {1});
            return called;
        } catch (IOException gone) {
            called.close();
            throw gone;
        }
    }

    /** What has failed is what is told here, whether or not the other end still hears of it. */
    private void tellOf(Exception failed) {
        try {
            long[] ignored = talk.swap(new long[] {0});
        } catch (IOException gone) {
            failed.addSuppressed(gone);
        }
    }

    private FarName name(String place) throws IOException {
        int slash = place.lastIndexOf('/');
        try {
            int port = Integer.parseInt(place.substring(slash + 1));
            List<String> hosts = List.of(place.substring(0, Math.max(0, slash)).split(",", -1));
            // Written and read again, which checks all of it.
            return new FarName(JobAddress.parse(new JobAddress(hosts, port, capability).text()));
        } catch (NumberFormatException | BraidException none) {
            throw new IOException("the other end says no place of a port", none);
        }
    }

    private static long[] words(String text) {
        return text.chars().asLongStream().toArray(); // numbers, points, colons and commas
    }

    private static String text(long[] words) throws IOException {
        if (words.length > MAX_PLACE) {
            throw new IOException("the other end says a place of " + words.length + " letters");
        }
        StringBuilder text = new StringBuilder();
        for (long word : words) {
            text.append((char) word);
        }
        return text.toString();
    }
}
