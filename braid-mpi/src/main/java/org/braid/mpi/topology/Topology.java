package org.braid.mpi.topology;

import org.braid.coll.schedule.Neighbours;

/** What a communicator knows of who is whose neighbour, as one of its ranks sees it. It never changes. */
public sealed interface Topology permits Cartesian, Graph, DistributedGraph {
    /** Whom collectives of neighbours reach from this rank (MPI 4.1, section 8.6); always the same object. */
    Neighbours neighbours();
}
