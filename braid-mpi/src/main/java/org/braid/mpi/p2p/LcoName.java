package org.braid.mpi.p2p;

import org.braid.base.wire.ContextId;

/**
 * The name of a local communicator object (generalized-communicators, section 4): {@code MPI_CNAME}, a value that travels in messages. Whoever holds it may connect a send slot to
 * the object.
 *
 * @param context the process
 * @param endpoint the object's id, unique in its process only
 * @param generation of that id
 */
public record LcoName(ContextId context, int endpoint, int generation) {
    /** The endpoint of COMM_WORLD's object in every process. */
    public static final int WORLD_ENDPOINT = 1;

    /** The endpoint of COMM_SELF's object. */
    public static final int SELF_ENDPOINT = 2;

    /** On the wire: three longs and two ints. */
    public static final int BYTES = ContextId.BYTES + 8;

    /** Which object of its process it is, in one long: names of objects of one process differ in this alone. */
    public long object() {
        return (long) generation << Integer.SIZE | endpoint & 0xFFFF_FFFFL;
    }

    /** An object of this process, by its {@link #object} number. */
    public static LcoName of(ContextId process, long object) {
        return new LcoName(process, (int) object, (int) (object >>> Integer.SIZE));
    }

    /** Writes the name at {@code at}, four longs, as {@link #get} reads it. */
    public void put(long[] to, int at) {
        to[at] = context.jobHigh();
        to[at + 1] = context.jobLow();
        to[at + 2] = context.number();
        to[at + 3] = object();
    }

    /** Reads four longs at {@code at}. */
    public static LcoName get(long[] from, int at) {
        return of(new ContextId(from[at], from[at + 1], from[at + 2]), from[at + 3]);
    }
}
