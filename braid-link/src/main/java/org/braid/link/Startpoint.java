package org.braid.link;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.braid.base.BraidException;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.PutBuffer;
import org.braid.base.wire.StartpointImage;
import org.braid.link.progress.Completion;
import org.braid.link.select.MethodReport;
import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.Lane;
import org.braid.link.stream.Link;
import org.braid.link.stream.Peer;
import org.braid.link.stream.Wish;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of one or several communication links: names endpoints, and how to reach each (nexus-multimethod, sections 2.3 and 3.1). A value: it can be put into a message, and
 * whoever takes it out selects a method anew. Bound to several endpoints it multicasts.
 *
 * <p>Any thread may send through a startpoint of one endpoint; one with several belongs to one thread at a time. Messages of one startpoint arrive in the order in which one thread
 * sent them.
 */
public final class Startpoint {
    private final Context context;
    private final Link[] links;
    private final @Nullable Link only; // links[0], in the usual case of one
    private int resumeAt; // several links: those before it have taken the message at hand,
    private boolean missed; // or cannot any more

    Startpoint(Context context, Link... links) {
        this.context = context;
        this.links = links;
        this.only = links.length == 1 ? links[0] : null;
    }

    /** The context of the first endpoint. */
    public Peer peer() {
        return links[0].peer();
    }

    /** How many endpoints a message reaches. */
    public int endpoints() {
        return links.length;
    }

    /** The lane in use for the first endpoint, of its short messages if others go another way; opens it if there is none yet. */
    public Lane lane() {
        return links[0].lane();
    }

    /**
     * Sends one remote service request if that is possible at once, or leaves a copy behind if another thread is inside the lane ({@link Contention}). Never waits. Budget: what
     * {@link Lane#offer} takes.
     *
     * <p>A multicast that finds some lanes full says so and remembers who has taken the message: called again with the same message it goes on with the others, and nobody gets it
     * twice; {@link #send} goes on likewise. If a peer has ended, the answer is {@link Lane#CLOSED} once all others have taken the message.
     *
     * @param handler id of the handler, as {@link Context#register} returned it
     * @param base user memory of the payload (see {@link org.braid.base.memory.Memory}); null for none
     * @param offset bytes from element 0 of {@code base}
     * @param length bytes
     * @throws BraidException {@code MEMORY_RANGE} if the length is negative; {@code MEMORY_UNSUITABLE} if it is not 0 and there is no memory; nothing was taken then, nor by the other ways to send
     * @return {@link Lane#TAKEN}, or why not: {@link Lane#FULL}, {@link Lane#NO_CREDIT}, {@link Lane#TOO_LONG}, {@link Lane#CLOSED}
     */
    public int trySend(int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        Link link = only;
        return link != null
                ? link.trySend(handler, a0, a1, a2, a3, base, offset, length)
                : tryMulticast(handler, a0, a1, a2, a3, base, offset, length);
    }

    /**
     * Sends one remote service request and returns when the buffer may be reused (completion level BUFFER_FREE). Polls the context while it waits. A multicast goes to every endpoint
     * whose peer lives, before it reports one that does not.
     *
     * @throws BraidException if a peer has failed
     */
    public void send(int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        BraidException failure = missed ? whoMissed() : null;
        for (int i = resumeAt; i < links.length; i++) {
            try {
                links[i].send(handler, a0, a1, a2, a3, base, offset, length);
            } catch (BraidException lost) {
                failure = lost;
            }
        }
        resume(0, false);
        if (failure != null) {
            throw failure;
        }
    }

    /** Sends what a put buffer holds; see {@link #send(int, int, int, int, int, Object, long, int)}. */
    public void send(int handler, int a0, int a1, int a2, int a3, PutBuffer data) {
        byte[] bytes = data.toBytes();
        send(handler, a0, a1, a2, a3, bytes, 0, bytes.length);
    }

    /**
     * Starts to send. Short data is taken at once; long data, or data beyond the peer's credit, is offered to the peer and stays in the caller's buffer until {@code free} is done.
     *
     * @return true if the buffer is free already; then {@code free} is not touched
     * @throws BraidException if the peer has failed
     */
    public boolean start(
            int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, Completion free) {
        return single().waiting().start(handler, a0, a1, a2, a3, base, offset, length, free);
    }

    /** As {@link #start}, for a caller that holds the token. */
    public boolean startInside(
            int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, Completion free) {
        return single().waiting().startInside(handler, a0, a1, a2, a3, base, offset, length, free);
    }

    /**
     * As {@link #startInside}, for a caller that goes on before {@code free} is done, whatever the peer does meanwhile: without room for some time, the peer is told of the message later, and fetches it from the caller's
     * buffer.
     */
    public boolean startAndGoOn(
            int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, Completion free) {
        return single().waiting().startAndGoOn(handler, a0, a1, a2, a3, base, offset, length, free);
    }

    /** As {@link #startInside}, for a caller that waits for more than room and must hear of that: without room for some time, the peer is told of the message later, and fetches it from the caller's buffer. */
    public boolean startAndLook(
            int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, long length, Completion free) {
        return single().waiting().startAndLook(handler, a0, a1, a2, a3, base, offset, length, free);
    }

    /**
     * Sends one request without a payload that must neither wait nor be lost, for the answer to a message: at once, or as soon as there is room, credit, or memory for a lane. Whoever waits for answers bounds them. Caller
     * holds the token.
     *
     * @throws BraidException if the peer has failed
     */
    public void answer(int handler, int a0, int a1, int a2, int a3) {
        single().frames().answer(handler, a0, a1, a2, a3);
    }

    /**
     * Waits until every peer's runtime holds what was sent so far (completion level ACCEPTED): from then on no failure of a lane can lose it.
     *
     * @return true if that came true within the time
     */
    public boolean flush(long timeoutNs) {
        boolean all = true;
        long deadlineNs = context.space().clock().nanoTime() + timeoutNs;
        for (Link link : links) {
            link.lane().flush();
            all &= context.progress().awaitThat(link::settled, deadlineNs - context.space().clock().nanoTime());
        }
        return all;
    }

    /**
     * Waits until the handlers of everything that this startpoint has sent so far have returned (completion level HANDLED), blocking ones and those of long data included. A handler
     * that takes an offer away has handled it.
     *
     * @return true if that came true within the time
     * @throws BraidException if a peer has failed before
     */
    public boolean awaitHandled(long timeoutNs) {
        long deadlineNs = context.space().clock().nanoTime() + timeoutNs;
        Completion[] answers = new Completion[links.length];
        for (int i = 0; i < links.length; i++) {
            answers[i] = links[i].frames().askHandled();
        }
        boolean all = true;
        for (Completion answer : answers) {
            all &= context.progress().await(answer, Math.max(0, deadlineNs - context.space().clock().nanoTime()));
            BraidException failure = answer.failure();
            if (failure != null) {
                throw failure;
            }
        }
        return all;
    }

    /**
     * As {@link #awaitHandled}, of one endpoint, for a caller that does not wait, such as a handler.
     *
     * @return completes when the handlers of everything that was sent so far have returned; fails with the peer
     * @throws BraidException if the peer has failed before
     */
    public Completion askHandled() {
        return single().frames().askHandled();
    }

    /** A startpoint of its own to this one's endpoints and the other's: one message, many endpoints. */
    public Startpoint and(Startpoint other) {
        List<Link> both = new ArrayList<>();
        for (Startpoint each : List.of(this, other)) {
            for (Link link : each.links) {
                both.add(link.copy());
            }
        }
        return new Startpoint(context, both.toArray(new Link[0]));
    }

    /**
     * Ends this startpoint: what was sent still arrives, and every later message is refused with {@code BRD-1216}. Startpoints made from it live on. A lane that was chosen by hand goes with
     * the last startpoint that uses it, and what it took from the machine is given back; the lane over which two contexts met stays until one of them closes. A program that has few startpoints need
     * not close them.
     */
    public void close() {
        for (Link link : links) {
            link.close();
        }
    }

    /** How many links, and long messages of theirs under way, share the lane in use for the first endpoint. */
    public int sharers() {
        boolean entered = context.progress().enterUnlessMine();
        try {
            return links[0].sharers();
        } finally {
            if (entered) {
                context.progress().exit();
            }
        }
    }

    // ---- manual selection (nexus-multimethod, sections 2.2 and 3.2)

    /** Every way to the first endpoint that its descriptor table names, in order: whether it works here, why not if not, and which one is in use. */
    public List<MethodReport> methods() {
        boolean entered = context.progress().enterUnlessMine();
        try {
            return context.routes().report(links[0]);
        } finally {
            if (entered) {
                context.progress().exit();
            }
        }
    }

    /**
     * The same endpoints, reached by the first of these methods that works, with their parameters; nothing else is tried. Those that say so carry some sizes of payload only:
     * {@code shm(max=64KiB), tcp}. {@code auto} among them stands for what would be chosen without an order, the methods named before it left out. A size that nobody carries goes as the next
     * smaller one does; the shortest messages must have a way.
     *
     * @throws BraidException if a method says that it carries impossible sizes
     */
    public Startpoint by(MethodExpression... order) {
        for (MethodExpression each : order) {
            each.sizes();
        }
        return changed(link -> link.with(link.wish().by(List.of(order))));
    }

    /** The same endpoints, without one of the methods. */
    public Startpoint without(String method) {
        return changed(link -> link.with(link.wish().with(context.tables().of(link).without(method))));
    }

    /** The same endpoints, with one more way to reach them, tried first. */
    public Startpoint withFirst(Descriptor descriptor) {
        return changed(link -> link.with(link.wish().with(front(context.tables().of(link), descriptor))));
    }

    /**
     * The same endpoints, by a channel of their own: what stands still in one channel, for credit or in a handler's answer, holds up no other. Messages of different channels have no order among each other.
     *
     * @param channel 0 to 255; 0 is the default one
     */
    public Startpoint on(int channel) {
        if (channel < 0 || channel >= Wish.MOST_CHANNELS) {
            throw new IllegalArgumentException("channel=" + channel + " is not one of 0 to " + (Wish.MOST_CHANNELS - 1));
        }
        return changed(link -> link.with(link.wish().on(channel)));
    }

    /** The same endpoints, by streams that promise this. What promises less may be quicker, if a method makes use of that. */
    public Startpoint delivering(DeliveryClass delivery) {
        return changed(link -> link.with(link.wish().delivering(delivery)));
    }

    /**
     * Changes the method while messages are under way: the streams of this startpoint, with all startpoints that share them, go on by the first of these methods that works. Nothing is lost, doubled or
     * reordered, long messages included; the peer need not do anything. So devices are attached to a live link, and detached.
     *
     * @throws BraidException {@code NO_METHOD} if none of them works, and then nothing has changed; {@code STARTPOINT_CLOSED}, or the end of the peer
     */
    public void moveTo(MethodExpression... order) {
        for (MethodExpression each : order) {
            each.sizes();
        }
        boolean entered = context.progress().enterUnlessMine();
        try {
            for (Link link : links) {
                link.move(List.of(order));
            }
        } finally {
            if (entered) {
                context.progress().exit();
            }
        }
        context.progress().leaveBehind();
    }

    // ---- mobility

    /**
     * Puts this startpoint into a message, complete: whoever takes it out with {@link Context#startpointFrom} needs no other knowledge.
     */
    public void put(PutBuffer to) {
        List<StartpointImage.Target> targets = new ArrayList<>();
        for (Link link : links) {
            targets.add(link.image(context.tables().of(link)));
        }
        new StartpointImage(targets).put(to);
    }

    /**
     * Puts this startpoint into a message for one receiver: a default table that the receiver has already is left out (nexus-multimethod, section 3.1, both optimizations).
     *
     * @param receiver where the message will go
     */
    public void putFor(Startpoint receiver, PutBuffer to) {
        List<StartpointImage.Target> targets = new ArrayList<>();
        for (Link link : links) {
            boolean known = link.table() == null && receiver.peer().told().tableOf(link.peer().id());
            targets.add(link.image(known ? null : context.tables().of(link)));
        }
        new StartpointImage(targets).put(to);
    }

    private Link single() {
        Link link = only;
        if (link == null) {
            throw new IllegalStateException("A startpoint of several endpoints sends with send or trySend");
        }
        return link;
    }

    private int tryMulticast(int handler, int a0, int a1, int a2, int a3, @Nullable Object base, long offset, int length) {
        while (resumeAt < links.length) {
            int taken = links[resumeAt].trySend(handler, a0, a1, a2, a3, base, offset, length);
            if (taken != Lane.TAKEN && taken != Lane.CLOSED) {
                return taken;
            }
            resume(resumeAt + 1, missed || taken == Lane.CLOSED);
        }
        int answer = missed ? Lane.CLOSED : Lane.TAKEN;
        resume(0, false);
        return answer;
    }

    private BraidException whoMissed() {
        Link gone = links[0];
        for (int i = 0; i < resumeAt; i++) {
            gone = links[i].lane().closedBy() == null ? gone : links[i];
        }
        return gone.ended();
    }

    private void resume(int at, boolean somebodyMissed) {
        if (only == null) {
            resumeAt = at;
            missed = somebodyMissed;
        }
    }

    private Startpoint changed(UnaryOperator<Link> change) {
        Link[] others = new Link[links.length];
        for (int i = 0; i < links.length; i++) {
            others[i] = change.apply(links[i]);
        }
        return new Startpoint(context, others);
    }

    private static DescriptorTable front(DescriptorTable table, Descriptor first) {
        List<Descriptor> all = new ArrayList<>();
        all.add(first);
        for (Descriptor d : table.descriptors()) {
            if (!d.method().equals(first.method())) {
                all.add(d);
            }
        }
        return DescriptorTable.of(all);
    }
}
