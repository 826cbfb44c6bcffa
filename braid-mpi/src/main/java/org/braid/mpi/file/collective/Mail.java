package org.braid.mpi.file.collective;

import org.braid.mpi.completion.Completions;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.Request;

/** What the ranks of one file send each other, on a communicator that nobody else uses. */
final class Mail {
    private final Lco lco;
    private final String file;
    private final byte[] nothing = {};

    /** @param file what people call it */
    Mail(Lco lco, String file) {
        this.lco = lco;
        this.file = file;
    }

    /** Where a mistake in this call happens, for messages about it. */
    String at(String call) {
        return call + " on " + file + " at rank " + rank();
    }

    int rank() {
        return lco.rank();
    }

    int size() {
        return lco.size();
    }

    Completions completions() {
        return lco.completions();
    }

    Request send(Object base, long offset, long bytes, int to, Tag tag) {
        return lco.isend(base, offset, bytes, 0, to, tag.ordinal());
    }

    Request receive(Object base, long offset, long bytes, int from, Tag tag) {
        return lco.irecv(base, offset, bytes, 0, from, tag.ordinal());
    }

    Request sendNothing(int to, Tag tag) {
        return send(nothing, 0, 0, to, tag);
    }

    /** Of any length: what there is no memory for is taken off the way. */
    Request receiveNothing(int from, Tag tag) {
        return receive(nothing, 0, 0, from, tag);
    }

    /** Of any length, into an array made for it. */
    Request receiveWhole(int from, Tag tag) {
        return lco.irecvWhole(0, from, tag.ordinal());
    }

    boolean isDoneAlways(Request r) {
        return lco.isDoneAlways(r);
    }
}
