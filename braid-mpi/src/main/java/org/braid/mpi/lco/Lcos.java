package org.braid.mpi.lco;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.IntFunction;
import org.braid.base.wire.ContextId;
import org.braid.link.Context;
import org.braid.link.progress.Progress;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.p2p.LcoName;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.Receiving;
import org.braid.mpi.p2p.SendSlots;
import org.braid.mpi.p2p.Sending;

/** The local communicator objects of one process, and the making of them. Guarded by the context's token. */
public final class Lcos implements AutoCloseable {
    /** So many objects stay to answer; then the oldest one goes. */
    private static final int MOST_ANSWERING = 64;

    private final Context context;
    private final Progress progress;
    private final Completions completions;
    private final Sending sending;
    private final Receiving receiving;
    private final CallWitnesses witnesses;
    private final OwnWays ownWays;
    private final List<Lco> open = new ArrayList<>();
    private final List<Lco> freed = new ArrayList<>(); // of the open ones, which wait for what is posted there
    private final Deque<Lco> answering = new ArrayDeque<>(); // freed, and open so that who waits there is told why in vain
    private final Channels channels = new Channels();
    private int ahead; // of the open ones, which the program has not got yet

    /** No object yet; each that is made will send, receive and wait by these, and get one of the {@code witnesses}, and those that choose ways of their own say so to {@code ownWays}. */
    public Lcos(Context context, Completions completions, Sending sending, Receiving receiving, CallWitnesses witnesses, OwnWays ownWays) {
        this.context = context;
        this.progress = context.progress();
        this.completions = completions;
        this.sending = sending;
        this.receiving = receiving;
        this.witnesses = witnesses;
        this.ownWays = ownWays;
    }

    OwnWays ownWays() {
        return ownWays;
    }

    /**
     * COMM_WORLD as seen from one rank: the object that is well known in every process of the job. Nothing is done for the others until they are met.
     *
     * @param contexts names the process of each rank
     */
    public Lco world(int rank, int size, IntFunction<ContextId> contexts) {
        return newLco(LcoName.WORLD_ENDPOINT).join(rank, size, new WorldNames(contexts));
    }

    /** COMM_SELF: this process alone. */
    public Lco self() {
        Lco self = newLco(LcoName.SELF_ENDPOINT);
        return self.join(0, new LcoName[] {self.name()});
    }

    /** An object without slots (MPI_COMM_CREATE_LOCAL; generalized-communicators, section 4). Nobody else takes part. */
    public Lco newLco() {
        return newLco(LcoSlots.ANY);
    }

    private Lco newLco(int wellKnownEndpoint) {
        progress.enter();
        try {
            closeIdle();
            return make(wellKnownEndpoint);
        } finally {
            progress.exit();
        }
    }

    private Lco make(int wellKnownEndpoint) {
        Lco made = new Lco(this, context, completions, sending, receiving, wellKnownEndpoint);
        made.inbox().watchedBy(witnesses.of(made));
        open.add(made);
        return made;
    }

    /** So many objects with so many receive slots each, which the program has not got yet. */
    Lco[] newAhead(int many, int receiveSlots) {
        Lco[] made = new Lco[many];
        progress.enter();
        try {
            closeIdle();
            for (int i = 0; i < many; i++) {
                made[i] = make(LcoSlots.ANY);
                made[i].isAhead = true;
                ahead++;
                made[i].addReceiveSlots(receiveSlots);
            }
            return made;
        } catch (Throwable noMemory) {
            for (int i = 0; i < many && made[i] != null; i++) {
                made[i].close();
            }
            throw noMemory;
        } finally {
            progress.exit();
        }
    }

    /** The program gets an object that was made ahead. */
    void handOut(Lco made) {
        progress.enter();
        try {
            witnesses.handedOut(made);
            isAheadNoMore(made);
        } finally {
            progress.exit();
        }
    }

    private void isAheadNoMore(Lco each) {
        ahead -= each.isAhead ? 1 : 0;
        each.isAhead = false;
    }

    private void closeIdle() {
        if (!freed.isEmpty()) {
            for (Lco each : List.copyOf(freed)) {
                each.closeIfIdle();
            }
        }
    }

    /** Nothing goes through it any more, but receives are posted there: it is closed when it is found idle, as soon as another object is made. */
    void closeLater(Lco busy) {
        if (!freed.contains(busy)) {
            freed.add(busy);
        }
    }

    /** The program has freed it, and it stays until MPI ends, since others may ask it what it has called off. */
    void keepToAnswer(Lco freedOne) {
        if (open.remove(freedOne)) {
            isAheadNoMore(freedOne);
            answering.add(freedOne);
        }
        if (answering.size() > MOST_ANSWERING) {
            Lco oldest = answering.removeFirst();
            open.add(oldest);
            oldest.free();
        }
    }

    /** Those of this process. */
    Channels channels() {
        return channels;
    }

    void remove(Lco closed) {
        isAheadNoMore(closed);
        open.remove(closed);
        freed.remove(closed);
        answering.remove(closed);
    }

    /** Objects not yet freed, those that are well known included. */
    public List<Lco> open() {
        List<Lco> live = new ArrayList<>(open);
        live.removeIf(each -> each.isAhead);
        return live;
    }

    /** Objects not yet freed; those that are well known count. */
    public int live() {
        return open.size() - ahead;
    }

    /** Frees all at once. The caller holds the token. */
    @Override
    public void close() {
        for (Lco each : List.copyOf(open)) {
            each.closeNow();
        }
        for (Lco each : List.copyOf(answering)) {
            each.closeNow();
        }
    }

    /** The well-known object of each rank's process. Written out, for a lambda's machinery would cost milliseconds before the first message. */
    private record WorldNames(IntFunction<ContextId> contexts) implements SendSlots.Rule {
        @Override
        public LcoName nameOf(int slot) {
            return new LcoName(contexts.apply(slot), LcoName.WORLD_ENDPOINT, 0);
        }
    }
}
