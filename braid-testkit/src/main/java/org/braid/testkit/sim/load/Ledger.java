package org.braid.testkit.sim.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.braid.base.BraidException;
import org.braid.base.os.DirectMemory;
import org.braid.testkit.sim.script.Fault;
import org.braid.testkit.sim.script.Script;
import org.braid.testkit.sim.script.Sight;
import org.jspecify.annotations.Nullable;

/**
 * What was sent, and what must never happen to it: lost, doubled, out of order, another header, another length, another byte. Whoever knows of something writes it here; what is wrong
 * ends the world.
 */
public final class Ledger {
    /** The first argument of unnamed messages of order 0: the only thing that tells their streams apart. */
    static final int UNNAMED_ON = 7;

    private static final String MEMORY_ENDED = "no more memory outside the heap";

    private final Script script;
    private final List<Message> all = new ArrayList<>();
    private final List<Message> named = new ArrayList<>();
    private final Map<Long, ArrayDeque<Message>> inOrder = new HashMap<>();
    private final List<Message> late = new ArrayList<>(); // come after their receivers were told that their senders had left, and that all had come
    private long progress;

    Ledger(Script script) {
        this.script = script;
        named.add(null); // numbers begin with 1
    }

    /** A number for a message, by which its receiver knows it. */
    int nextNumber() {
        return named.size();
    }

    /** Somebody is about to send it. */
    void planned(Message message) {
        all.add(message);
        if (message.a3 != Message.UNNAMED) {
            named.add(message);
        }
    }

    /** The runtime has taken it: now it must arrive. */
    void taken(Message message, boolean isOffered) {
        message.taken(!isOffered && message.bytes <= script.options().leastEagerBytes());
        progress++;
        if (message.keepsOrder(isOffered || message.bytes > script.options().leastFrameBytes())) { // the next lane's frames may be shorter, so that it is offered after all
            stream(message.from, message.to, message.order).add(message);
        }
    }

    /** The runtime has refused it for good: it must not arrive. */
    void refused(Message message) {
        message.refused();
    }

    /**
     * A handler has been called.
     *
     * @return what was meant; null if nothing was, which ends the world
     */
    @Nullable Message arrived(Node from, Node to, Mailbox mailbox, int endpoint, int a0, int a1, int a2, int a3, long bytes) {
        Message meant = a3 == Message.UNNAMED ? stream(from, to, a0 - UNNAMED_ON).peek() : a3 > 0 && a3 < named.size() ? named.get(a3) : null;
        Supplier<String> came = () -> "a message " + from + "->" + to + " for " + mailbox + "/" + endpoint + " with " + a0 + " " + a1 + " " + a2 + " " + a3 + " and " + bytes + " B";
        if (meant == null || meant.isRefused()) {
            script.time().broken(came.get() + " came, and " + (meant == null ? "nobody sent it" : "its sender was told that it would not"));
            return null;
        }
        boolean isMeant = meant.from == from && meant.to == to && meant.mailbox == mailbox && meant.endpoint == endpoint && meant.a0 == a0 && meant.a1 == a1 && meant.a2 == a2
                && meant.a3 == a3 && meant.bytes == bytes;
        demand(isMeant, () -> came.get() + " came where " + meant + " with " + meant.a0 + " " + meant.a1 + " " + meant.a2 + " is next");
        demand(!meant.hasArrived(), () -> meant + " came twice");
        ArrayDeque<Message> stream = stream(from, to, meant.order);
        if (stream.peek() == meant) {
            stream.poll();
        } else {
            demand(!stream.contains(meant), () -> meant + " came before " + stream.peek());
        }
        meant.arrived();
        if (to.knowsLeft(from) && !to.isLeaving()) {
            late.add(meant);
        }
        demandNothingLate(from);
        progress++;
        return meant;
    }

    /** All bytes that a receiver has asked for are there, the first so many of the message's; {@code mismatch} is the first wrong one, or -1. */
    void contents(Message message, long bytes, long mismatch) {
        demand(mismatch < 0 || message.isUndefined(), () -> message + " has a wrong byte at " + mismatch + " of " + bytes);
        script.tally().arrived(bytes);
        progress++;
    }

    /** Whether memory outside the heap had ended, here or at the other end, and whoever waits is told: that is as good as an end can be. */
    public boolean isForWantOfMemory(BraidException failure) {
        boolean isSo = script.options().faults().contains(Fault.DIRECT_MEMORY_ENDS) && (DirectMemory.isUsedUp(failure) || String.valueOf(failure.getMessage()).contains(MEMORY_ENDED));
        if (isSo) {
            script.tally().count(Sight.FAILED_FOR_WANT_OF_MEMORY);
        }
        return isSo;
    }

    /** A context has closed, and says that everything has gone: what it had sent in one piece has come to those that stay, and to all of them before its farewell. */
    void closedWell(Node from) {
        for (Message each : all) {
            demand(each.from != from || !each.isOwed() || each.hasArrived() || from.knowsGone(each.to), () -> from + " has closed well, and " + each + " has not come");
        }
    }

    /**
     * A context that closes before everything has gone says farewell by what lanes it can, and something may come behind that; one that closes well, by whatever lanes, is heard to the end first.
     */
    void demandNothingLate(Node from) {
        for (Message each : late) {
            demand(each.from != from || !from.hasClosedWell(), () -> each + " came after " + each.to + " was told that " + from + " had closed, which has done so well, and that all had come");
        }
    }

    /** Something must be as it is. */
    public void demand(boolean truth, Supplier<String> otherwise) {
        if (!truth) {
            script.time().broken(otherwise.get());
        }
    }

    /** Something has moved on. */
    public void progressed() {
        progress++;
    }

    /** Grows while something moves. */
    long progress() {
        return progress;
    }

    /** A message that has not come yet and must; null if there is none. */
    @Nullable Message missing() {
        for (Message each : all) {
            if (each.isTaken() && !each.hasArrived() && !each.isExcused()) {
                return each;
            }
        }
        return null;
    }

    private ArrayDeque<Message> stream(Node from, Node to, int order) {
        return inOrder.computeIfAbsent(((long) order << 16 | from.index()) << 16 | to.index(), key -> new ArrayDeque<>());
    }
}
