package org.braid.mpi.objects.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Objects;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.data.Pieces;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.objects.Chunks;
import org.braid.mpi.p2p.LcoName;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of a message that goes on behind its head. All calls but {@link #startHead} wait, and move on what else this process does. Of one thread at a time.
 *
 * <p>It has an object of its own for the time of one message. Its first send slot leads to the object that gets the head, and is there to say whose death would be this message's; by the second one pieces go to the reader.
 */
public final class StreamSend implements PieceSink {
    private static final int READER = 1;

    /** Of what a program's exception says more is cut off. */
    private static final int LONGEST_SENTENCE_BYTES = 2048;

    private record Flying(Request request, byte @Nullable [] piece) {}

    /** How the head comes to the reader. */
    @FunctionalInterface
    public interface HeadWay {
        /**
         * Sends it.
         *
         * @param answer which is cancelled if nobody wants the head
         * @return what is over when it was sent; null if it was
         */
        @Nullable Request send(Pieces head, Request answer);
    }

    private final Lco comm;
    private final Completions completions;
    private final int dest;
    private final HeadWay headWay;
    private final PieceLimits limits;
    private final Credit credit;
    private final byte[] reader = new byte[LcoName.BYTES];
    private final ArrayDeque<Flying> flying = new ArrayDeque<>();
    private int made;
    private @Nullable Lco way;
    private @Nullable Request heading;
    private @Nullable Request answer;
    private boolean isUnwanted;
    private @Nullable RuntimeException failure;

    /** Of elements of a type with this code, to this slot of {@code comm}, as a message; nothing is sent yet. */
    public StreamSend(Lco comm, int type, int dest, int tag, PieceLimits limits) {
        this(comm, dest, (head, answer) -> comm.isendHead(head, 0, head.bytes(), type, dest, tag, answer), limits);
    }

    /** To whom this slot of {@code comm} leads; nothing is sent yet. */
    public StreamSend(Lco comm, int dest, HeadWay headWay, PieceLimits limits) {
        this.comm = comm;
        this.completions = comm.completions();
        this.dest = dest;
        this.headWay = headWay;
        this.limits = limits;
        this.credit = new Credit(limits.most());
    }

    /** Whether nobody wants more of it: the receive was of another type, or has failed, or nobody has received the head. That is nothing to the sender. */
    public boolean isUnwanted() {
        return isUnwanted || credit.isStopped();
    }

    /** What has ended it, for all that goes through it has failed; null: nothing. */
    public @Nullable RuntimeException failure() {
        return failure;
    }

    // ---- what the writer calls

    @Override
    public void head(Chunks first) throws IOException {
        startHead(first);
        awaitHead();
        throwIfOver();
    }

    /** Starts to send the head, and does not wait. {@link #awaitHead} follows, in any thread. */
    public void startHead(Chunks first) {
        if (dest == LcoSlots.PROC_NULL) {
            isUnwanted = true;
        } else {
            guarded(() -> sendHead(first));
        }
    }

    /** The head was started by a way that has not sent it, and will not. */
    public void drop() {
        abandon();
    }

    /** Waits until the head has met a receive, or nobody wants it. */
    public void awaitHead() {
        if (dest != LcoSlots.PROC_NULL) {
            guarded(this::meetReader);
        }
    }

    @Override
    public byte[] room() throws IOException {
        throwIfOver();
        Flying oldest = flying.peek();
        if (made < limits.most() && (oldest == null || !oldest.request.isDone())) {
            byte[] room = new byte[limits.pieceBytes()];
            made++; // not before: there may be no memory for it
            return room;
        }
        guarded(this::finishOldest);
        return Objects.requireNonNull(Objects.requireNonNull(oldest).piece);
    }

    @Override
    public void piece(byte[] piece) throws IOException {
        throwIfOver();
        guarded(() -> {
            while (!credit.mayGo() && !isUnwanted()) {
                hear();
            }
            if (!isUnwanted()) {
                while (flying.size() >= limits.most()) {
                    finishOldest();
                }
                send(piece, piece.length, PieceKind.MORE);
                credit.sent();
            }
        });
        throwIfOver();
    }

    /** A program's own code may have swallowed what was thrown before. */
    private void throwIfOver() throws IOException {
        if (failure != null) {
            throw failure;
        }
        if (isUnwanted()) {
            throw new IOException("nobody wants more of this message");
        }
    }

    // ---- its end

    /** All was written. Returns when the reader has taken all pieces but the last, and that is on its way. */
    public void end(PieceWriter written) {
        guarded(() -> {
            send(written.rest(), written.restBytes(), PieceKind.LAST);
            settle();
        });
    }

    /** All that follows the head, in one piece, from where it lies. Returns when that may be used again. */
    public void end(Pieces rest) {
        guarded(() -> {
            send(rest, rest.bytes(), PieceKind.LAST, null);
            settle();
        });
    }

    /** Nobody wants more: tells the reader, if there is one, that nothing follows. To say so twice does no harm. */
    public void endEarly() {
        guarded(() -> {
            if (!isUnwanted && way != null) {
                send(null, 0, PieceKind.LAST);
            }
            settle();
        });
    }

    /** The rest cannot be written; the reader is told why. */
    public void endBroken(String sentence) {
        byte[] text = sentence.getBytes(StandardCharsets.UTF_8);
        guarded(() -> {
            send(text, Math.min(text.length, LONGEST_SENTENCE_BYTES), PieceKind.BROKEN);
            settle();
        });
    }

    /** The reader has answered each piece before it is gone, so that no answer comes too late for this object. */
    private void settle() {
        while (!flying.isEmpty()) {
            finishOldest();
        }
        while (!isUnwanted && credit.isOwed()) {
            hear();
        }
        abandon();
    }

    /** Whatever fails ends all of it. */
    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException failed) {
            failure = failed;
            abandon();
            throw failed;
        }
    }

    private void abandon() {
        Request last = answer;
        answer = null;
        if (last != null) {
            completions.cancel(last);
            completions.releaseWhenDone(last);
        }
        Request first = heading;
        heading = null;
        if (first != null) {
            completions.releaseWhenDone(first);
        }
        flying.forEach(each -> completions.releaseWhenDone(each.request));
        flying.clear();
        Lco own = way;
        way = null;
        if (own != null) {
            own.close();
        }
    }

    // ---- messages

    private void sendHead(Chunks first) {
        Lco own = comm.newLco().joinAcross(0, new LcoName[] {comm.nameOf(dest)});
        way = own;
        Request awaited = own.irecv(reader, 0, reader.length, 0, 0, LcoSlots.ANY);
        answer = awaited;
        heading = headWay.send(first.behind(StreamHead.of(own.name())), awaited);
    }

    private void meetReader() {
        Request sent = heading;
        heading = null;
        if (sent != null) {
            completions.finish(sent);
        }
        hear();
        if (!isUnwanted) {
            Objects.requireNonNull(way).addSendSlots(new LcoName[] {StreamHead.get(ByteBuffer.wrap(reader))}, new int[] {0});
        }
    }

    private void send(byte @Nullable [] piece, int length, PieceKind kind) {
        send(piece, length, kind, piece);
    }

    /** @param piece which may be filled again when it was sent */
    private void send(@Nullable Object base, long bytes, PieceKind kind, byte @Nullable [] piece) {
        Lco own = Objects.requireNonNull(way);
        flying.add(new Flying(own.isend(base, 0, bytes, 0, READER, kind.ordinal()), piece));
    }

    private void finishOldest() {
        completions.finish(flying.remove().request);
    }

    private void hear() {
        Request heard = Objects.requireNonNull(answer);
        answer = null;
        completions.await(heard);
        MpiFailure failed = heard.error();
        int pieces = heard.tag();
        isUnwanted = heard.isCancelled();
        completions.release(heard);
        if (failed != null) {
            throw failed;
        }
        if (!isUnwanted) {
            credit.answered(pieces);
            answer = Objects.requireNonNull(way).irecv(null, 0, 0, 0, 0, LcoSlots.ANY);
        }
    }
}
