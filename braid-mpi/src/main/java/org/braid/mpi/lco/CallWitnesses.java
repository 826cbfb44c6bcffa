package org.braid.mpi.lco;

import org.braid.mpi.p2p.CallWitness;

/** Has a witness for each object of a process: it wants to know what other members call there. */
public interface CallWitnesses {
    /** The witness of an object that was just made. The caller holds the token. */
    CallWitness of(Lco made);

    /** The program gets an object that was made before it asked for one. The caller holds the token. */
    default void handedOut(Lco made) {}
}
