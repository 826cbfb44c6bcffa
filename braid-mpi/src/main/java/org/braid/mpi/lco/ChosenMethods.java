package org.braid.mpi.lco;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.braid.base.BraidException;
import org.braid.base.wire.MethodExpression;
import org.braid.link.Startpoint;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.SendSlot;
import org.braid.mpi.p2p.Way;

/**
 * By which methods the messages of one communicator object travel, where the program has a word in it (nexus-multimethod, section 4.3). They have a channel of their own then, so that what is chosen for them
 * concerns nobody else's. Nothing is agreed on with anybody: each process chooses for what it sends.
 *
 * <p>The first choice waits until the other processes have taken what was sent the usual way, since channels have no order among each other; each later one moves the streams, which keep their order themselves, unless it divides by size or the one before has: then it is as the first.
 */
final class ChosenMethods implements Way {
    private static final long TAKEN_WITHIN_NS = TimeUnit.SECONDS.toNanos(10);

    private final int channel;
    private MethodWish wish;

    /** No slot goes this way yet. */
    ChosenMethods(int channel, MethodWish wish) {
        this.channel = channel;
        this.wish = wish;
    }

    int channel() {
        return channel;
    }

    MethodWish wish() {
        return wish;
    }

    @Override
    public Startpoint from(Startpoint usual) {
        List<MethodExpression> order = wish.orderFrom(usual);
        Startpoint own = usual.on(channel).by(order.toArray(MethodExpression[]::new));
        try {
            own.moveTo(order.toArray(MethodExpression[]::new)); // an older communicator with this channel may have moved on
            own.lane(); // whether the parameters are right shows when a lane is opened
            return own;
        } catch (RuntimeException noWay) {
            own.close();
            throw noWay;
        }
    }

    /** Those of them that lead to a process of whose end nothing is known. */
    static List<SendSlot> living(List<SendSlot> used) {
        List<SendSlot> living = new ArrayList<>();
        for (SendSlot each : used) {
            if (lives(each)) {
                living.add(each);
            }
        }
        return living;
    }

    private static boolean lives(SendSlot used) {
        Startpoint startpoint = used.startpoint();
        return startpoint != null && startpoint.peer().failure() == null;
    }

    /**
     * Startpoints by which what goes through these slots can go this way, once the caller {@linkplain #reroute reroutes} it.
     *
     * @throws BraidException if one of them cannot: then nothing has changed
     */
    List<Startpoint> prepare(List<SendSlot> used) {
        List<Startpoint> own = new ArrayList<>();
        for (SendSlot each : used) {
            awaitTaken(startpointOf(each));
        }
        try {
            for (SendSlot each : used) {
                own.add(from(startpointOf(each)));
            }
        } catch (RuntimeException noWay) {
            own.forEach(Startpoint::close);
            throw noWay;
        }
        return own;
    }

    /**
     * What goes through these slots goes by these startpoints from now on. A slot that was refused in the meantime stays so. The caller holds the token.
     *
     * @param wereOwn whether those before were made for an earlier choice: they go
     */
    static void reroute(List<SendSlot> used, List<Startpoint> own, boolean wereOwn) {
        for (int i = 0; i < own.size(); i++) {
            Startpoint before = used.get(i).startpoint();
            if (before == null) {
                own.get(i).close();
                continue;
            }
            used.get(i).reroute(own.get(i));
            if (wereOwn) {
                before.close();
            }
        }
    }

    /** The object of these slots has closed: the lanes that were made for it go, as soon as what it has sent has gone. The caller holds the token. */
    static void leave(List<SendSlot> used) {
        for (SendSlot each : used) {
            startpointOf(each).close();
        }
    }

    /**
     * They go on by other methods. Messages under way keep their order.
     *
     * @throws BraidException if one of them cannot: then all go on as before
     */
    void change(MethodWish next, List<SendSlot> used) {
        for (SendSlot each : used) {
            requireWay(startpointOf(each), next);
        }
        List<SendSlot> moved = new ArrayList<>();
        try {
            for (SendSlot each : used) {
                move(each, next);
                moved.add(each);
            }
        } catch (BraidException noWay) {
            for (SendSlot each : moved) {
                moveBack(each, noWay);
            }
            throw noWay;
        }
        wish = next;
    }

    /** Whether the methods reach that process, with these parameters, shows when a lane is opened. */
    private static void requireWay(Startpoint to, MethodWish by) {
        Startpoint tried = to.by(by.orderFrom(to).toArray(MethodExpression[]::new));
        try {
            tried.lane();
        } finally {
            tried.close();
        }
    }

    private static void move(SendSlot slot, MethodWish by) {
        Startpoint startpoint = startpointOf(slot);
        startpoint.moveTo(by.orderFrom(startpoint).toArray(MethodExpression[]::new));
    }

    /** The others go back, too, if this one has gone in the meantime. */
    private void moveBack(SendSlot slot, BraidException noWay) {
        try {
            move(slot, wish);
        } catch (BraidException gone) {
            noWay.addSuppressed(gone);
        }
    }

    static void awaitTaken(Startpoint used) {
        if (!used.awaitHandled(TAKEN_WITHIN_NS)) {
            throw new MpiFailure(ErrorClass.OTHER, "The method of a communicator cannot be chosen yet", "a process has not taken what was sent to it before, within " + TimeUnit.NANOSECONDS.toSeconds(TAKEN_WITHIN_NS) + " s",
                    "Choose it before the first message, or when that process has received more");
        }
    }

    private static Startpoint startpointOf(SendSlot used) {
        Startpoint startpoint = used.startpoint();
        if (startpoint == null) {
            throw new MpiFailure(ErrorClass.PEER_FAILED, "The method of a communicator cannot be chosen", "a process behind it is gone", "Go on with a communicator of those that live");
        }
        return startpoint;
    }
}
