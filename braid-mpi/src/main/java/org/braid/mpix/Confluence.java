package org.braid.mpix;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import mpi.MPIException;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.lco.MatchedMessage;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/**
 * A generalized collective operation: what an arbitrary number of senders supply becomes, by a transformation of the program's own, what an arbitrary number of receivers get (generalized-communicators, section 6). It lives at a
 * local communicator, by whose receive slots the data come and by whose send slots the results go:
 *
 * <pre>
 *   senders      m receive slots    Confluence     n send slots      receivers
 *   send(x, 0) ------------------&gt; transformation ------------------&gt; recv(y, 0)
 * </pre>
 *
 * <p>In each round one message is taken from every receive slot, and then the results are sent. Senders and receivers know nothing of it: they send and receive as ever, with its tag, and may be several in one process.
 * Results may go to another confluence. Messages may have any length that differs from sender to sender and from round to round.
 *
 * <p>A sender that has deleted its slot, or freed, is missing from then on; when all have, the confluence ends. A receiver that has done so gets nothing more. A process that dies, a message of another type, and what the
 * transformation throws end it, too, and {@link #await} says so. However it ends, its local communicator is freed, so that receivers and senders that go on are told.
 *
 * @param <A> arrays of a primitive type, such as {@code double[]}
 */
public final class Confluence<A> implements AutoCloseable {
    private final LocalComm object;
    private final Lco lco;
    private final Class<A> array;
    private final BaseType element;
    private final int tag;
    private final Transformation<A> how;
    private final Thread runner;
    private volatile long rounds;
    private volatile boolean closed;

    /** All parts have come, and their results are not delivered yet; guarded by this. */
    private boolean inRound;

    private volatile @Nullable Throwable failure;

    private Confluence(LocalComm object, Lco lco, Class<A> array, BaseType element, int tag, Transformation<A> how) {
        this.object = object;
        this.lco = lco;
        this.array = array;
        this.element = element;
        this.tag = tag;
        this.how = how;
        this.runner = Thread.ofVirtual().name("braid-confluence").unstarted(this::run);
    }

    /**
     * Begins.
     *
     * @param object made by {@link LocalComm#create}, with its receive slots; from now on it is this one's own. Slots may still be added
     * @param array what the senders send, for instance {@code double[].class} for messages of MPI.DOUBLE
     * @param tag of all messages
     * @throws MPIException ERR_TYPE if {@code array} is no array of a primitive type; ERR_RANK if there is no receive slot; ERR_TAG; ERR_COMM for null, and for a handle of an ordinary communicator; ERR_ARG without a transformation
     */
    public static <A> Confluence<A> at(LocalComm object, Class<A> array, int tag, Transformation<A> how) {
        LocalComm at = Inside.given(object, ErrorClass.COMM, "A confluence's local communicator");
        Transformation<A> given = Inside.given(how, ErrorClass.ARG, "A confluence's transformation");
        BaseType element = elementOf(Inside.given(array, ErrorClass.TYPE, "A confluence's class of arrays"));
        Confluence<A> made = new Confluence<>(at, at.forConfluence(tag), array, element, tag, given);
        made.runner.start();
        return made;
    }

    private static BaseType elementOf(Class<?> array) {
        for (BaseType each : BaseType.values()) {
            if (each.arrayClass() == array && each != BaseType.OBJECT) {
                return each;
            }
        }
        throw LocalComm.failure(new MpiFailure(ErrorClass.TYPE, "a confluence of " + array.getTypeName() + " cannot be made", "it takes arrays of a primitive type", "Name double[].class or its like"));
    }

    /** Rounds that are over. */
    public long rounds() {
        return rounds;
    }

    /**
     * Waits until all senders have gone.
     *
     * @return rounds
     * @throws MPIException if it has ended otherwise: ERR_OTHER with what the transformation threw as its cause, else the class of what went wrong; ERR_OTHER if the transformation itself calls this, which would wait for itself
     */
    public long await() {
        if (Thread.currentThread() == runner) {
            throw LocalComm.failure(new MpiFailure(ErrorClass.CALLBACK, "the confluence cannot be awaited", "its own transformation has called await, and it ends after that", "Await it in another thread"));
        }
        join();
        Throwable why = failure;
        if (why instanceof MpiFailure told) {
            throw LocalComm.failure(told);
        }
        if (why instanceof MPIException told) {
            throw told;
        }
        if (why != null) {
            throw thrown(why);
        }
        return rounds;
    }

    /**
     * Ends it after the round that it is in, if it has not ended; waits for that, unless the transformation itself calls it. A round begins when all its messages have come. What was sent and is in no round is lost, and its
     * senders are told.
     */
    @Override
    public void close() {
        closeOutsideRounds();
        if (Thread.currentThread() != runner) {
            join();
        }
    }

    private synchronized void closeOutsideRounds() {
        closed = true;
        if (!inRound) {
            object.close(); // it waits for messages, and is woken by that
        }
    }

    /** @return false if it was closed before */
    private synchronized boolean beginRound() {
        inRound = !closed;
        return inRound;
    }

    private synchronized void endRound() {
        inRound = false;
    }

    private MPIException thrown(Throwable why) {
        return LocalComm.failure(new MpiFailure(ErrorClass.CALLBACK, "the confluence has ended in round " + (rounds + 1), "its transformation threw " + why, "See the cause", why));
    }

    private void join() {
        boolean interrupted = false;
        while (runner.isAlive()) {
            try {
                runner.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void free() {
        object.close();
    }

    private void run() {
        try {
            while (!closed && round()) {
                rounds++;
            }
        } catch (Throwable ended) {
            failure = ended;
        }
        try {
            free();
        } catch (MPIException untold) { // a result that nobody has received
            failure = failure == null ? untold : failure;
        }
    }

    private boolean round() {
        List<@Nullable A> parts = takeAll();
        if (parts.stream().allMatch(Objects::isNull) || !beginRound()) {
            return false;
        }
        try {
            return deliver(how.apply(Collections.unmodifiableList(parts), object.numSendSlots()));
        } finally {
            endRound();
        }
    }

    /** A message of each receive slot; none if it is closed meanwhile. */
    private List<@Nullable A> takeAll() {
        List<@Nullable A> parts = new ArrayList<>();
        try {
            for (int slot = 0; slot < lco.receiveSlots(); slot++) {
                parts.add(object.hasReceiveSlot(slot) ? take(slot) : null);
            }
        } catch (MpiFailure | MPIException failed) {
            if (!closed) {
                throw failed;
            }
            return List.of();
        }
        return parts;
    }

    /** The next message of a receive slot; null if none can come any more. */
    private @Nullable A take(int slot) {
        MatchedMessage message;
        try {
            message = lco.mprobe(slot, tag);
        } catch (MpiFailure none) {
            if (none.errorClass() == ErrorClass.NO_SENDER || none.errorClass() == ErrorClass.RANK) {
                return null; // all have gone, or the slot was deleted meanwhile
            }
            throw none;
        }
        A part = array.cast(Array.newInstance(array.componentType(), Math.toIntExact(message.bytes() / element.bytes())));
        lco.completions().finish(message.receive(part, 0, message.bytes() / element.bytes() * element.bytes(), element.ordinal() + 1));
        return part;
    }

    /** @return false if there is nobody left to whom anything could be sent */
    private boolean deliver(List<@Nullable A> results) {
        int receivers = object.numSendSlots();
        if (results == null) {
            throw new MpiFailure(ErrorClass.CALLBACK, "the confluence has ended in round " + (rounds + 1), "its transformation returned null", "Let it return a list: of one result for all, or of one for each send slot");
        }
        if (results.size() != 1 && results.size() != receivers) {
            throw new MpiFailure(ErrorClass.COUNT, "the results of round " + (rounds + 1) + " cannot be sent", results.size() + " were given for " + receivers + " receivers", "Give one for all, or one for each send slot");
        }
        List<Sent> sent = new ArrayList<>();
        boolean anyReceiver = receivers == 0;
        try {
            for (int slot = 0; slot < receivers; slot++) {
                if (object.hasSendSlot(slot)) {
                    A result = results.get(results.size() == 1 ? 0 : slot);
                    anyReceiver |= result == null || begin(slot, result, sent);
                }
            }
        } finally {
            endAll(sent);
        }
        return anyReceiver;
    }

    private void endAll(List<Sent> sent) {
        RuntimeException first = null;
        for (Sent each : sent) {
            try {
                end(each);
            } catch (RuntimeException failed) {
                first = first == null ? failed : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private record Sent(int slot, Request request) {}

    private boolean begin(int slot, A result, List<Sent> sent) {
        try {
            sent.add(new Sent(slot, lco.isend(result, 0, (long) Array.getLength(result) * element.bytes(), element.ordinal() + 1, slot, tag)));
            return true;
        } catch (MpiFailure failed) {
            leave(slot, failed);
            return false;
        }
    }

    private void end(Sent one) {
        try {
            lco.completions().finish(one.request);
        } catch (MpiFailure failed) {
            leave(one.slot, failed);
        }
    }

    /** A receiver that has gone is none any more. */
    private void leave(int slot, MpiFailure failed) {
        if (failed.errorClass() != ErrorClass.SLOT_GONE) {
            throw failed;
        }
        try {
            object.deleteSendSlot(slot);
        } catch (MPIException untold) {
            // What it has not received before it went, nobody else misses.
        }
    }
}
