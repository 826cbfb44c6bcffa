package org.braid.mpi.liveness;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.braid.mpi.lco.CallWitnesses;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.CallWitness;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.Request;
import org.braid.mpi.p2p.RequestPool;

/**
 * What a program has not freed by the time it leaves MPI: communicators, and whatever else has an object (windows, files, persistent collectives), and handles that have none (persistent and partitioned messages), with the call
 * and the line that made each; requests that were never waited for. Only where somebody has asked for it, for the places have to be found out when the objects are made. Guarded by the context's token.
 */
public final class Unfreed implements CallWitnesses {
    private final CallWitnesses witnesses;
    private final RequestPool requests;
    private final Map<Lco, String> origins = new IdentityHashMap<>();
    private final Map<Object, String> handles = new IdentityHashMap<>();

    /** Of objects that are made from now on, which get one of the {@code witnesses} each. */
    public Unfreed(CallWitnesses witnesses, RequestPool requests) {
        this.witnesses = witnesses;
        this.requests = requests;
    }

    @Override
    public CallWitness of(Lco made) {
        origins.put(made, WaitingCall.here());
        return witnesses.of(made);
    }

    @Override
    public void handedOut(Lco made) {
        origins.put(made, WaitingCall.here());
    }

    /** A handle without an object was made, in the call that the calling thread is in. The caller holds the token. */
    public void made(Object handle) {
        handles.put(handle, WaitingCall.here());
    }

    /** That handle was freed. The caller holds the token. */
    public void freed(Object handle) {
        handles.remove(handle);
    }

    /**
     * A line for each; equal ones are told once, since one call may make several objects. The caller holds the token.
     *
     * @param open the objects that are not freed; those that are well known do not count
     */
    public List<String> lines(List<Lco> open) {
        Set<String> lines = new LinkedHashSet<>();
        for (Lco object : open) {
            String origin = origins.get(object);
            if (origin != null && !object.isWellKnown()) {
                lines.add("what was made by " + origin);
            }
        }
        for (String origin : handles.values()) {
            lines.add("what was made by " + origin);
        }
        List<String> all = new ArrayList<>(lines);
        for (int i = 0; i < requests.size(); i++) {
            Request r = requests.at(i);
            if (r != null && r != requests.done() && r.isLive() && !r.isDetached()) {
                addLine(r, all);
            }
        }
        return all;
    }

    private static void addLine(Request r, List<String> to) {
        LcoSlots communicator = r.communicator();
        String where = communicator == null ? "" : " on " + communicator.title();
        String state = r.isDone() ? ", which is done and was not waited for" : ", which is not done";
        switch (r.kind()) {
            case RECEIVE -> to.add("a receive from " + (r.wantedSource() == LcoSlots.ANY ? "any rank" : "rank " + r.wantedSource()) + where + state);
            case SEND, SYNCHRONOUS_SEND -> to.add("a send" + where + state);
            case COLLECTIVE -> to.add("a collective, or another operation of several messages" + state);
            case PROBE, COLLECTIVE_RECEIVE -> { } // parts of what was told, or of a blocking call
        }
    }
}
