package org.braid.mpi.objects.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.braid.base.memory.spi.Scattered;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoName;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.Request;

/**
 * The receiving end of arrays of numbers whose shapes are the head of their message: the arrays are made of it, and the numbers received where they belong, as the one piece of a {@link StreamSend}. Of one thread.
 */
public final class ArraysReceive implements AutoCloseable {
    private static final int SENDER = 0;

    private final Completions completions;
    private final Lco object;
    private boolean hasAnswered;

    /**
     * Nothing comes yet.
     *
     * @param process any object of this process
     * @param head which {@link StreamHead#hasShapes} has looked at
     */
    public ArraysReceive(Lco process, byte[] head) {
        this.completions = process.completions();
        this.object = process.newLco().joinAcross(0, new LcoName[] {StreamHead.sender(head)});
    }

    /**
     * Lets the numbers come, and waits for them.
     *
     * @param into where each belongs
     * @throws IOException if others have come, or none
     * @throws MpiFailure if they cannot come any more
     */
    public void receive(Scattered into) throws IOException {
        Request last = taken(into, into.bytes(), 1);
        PieceKind kind = PieceKind.of(last.tag());
        long bytes = last.bytes();
        completions.release(last);
        if (kind != PieceKind.LAST || bytes != into.bytes()) {
            throw new IOException("arrays of " + into.bytes() + " bytes got " + bytes);
        }
    }

    /** Tells the sender, if it was not told before, that nobody wants the numbers, and takes its word that nothing follows. */
    @Override
    public void close() {
        try {
            if (!hasAnswered) {
                completions.release(taken(new byte[0], 0, Credit.STOP));
            }
        } finally {
            object.close();
        }
    }

    /** What has come after this answer, still to be released. */
    private Request taken(Object into, long bytes, int answer) {
        Request coming = object.irecv(into, 0, bytes, 0, SENDER, LcoSlots.ANY);
        try {
            answer(answer);
            completions.await(coming);
        } catch (RuntimeException failed) {
            completions.cancel(coming);
            completions.releaseWhenDone(coming);
            throw failed;
        }
        MpiFailure failed = coming.error();
        if (failed != null) {
            completions.release(coming);
            throw failed;
        }
        return coming;
    }

    private void answer(int pieces) {
        byte[] name = new byte[LcoName.BYTES];
        StreamHead.put(object.name(), ByteBuffer.wrap(name));
        hasAnswered = true;
        object.send(name, 0, name.length, 0, SENDER, pieces); // the tag says how many
    }
}
