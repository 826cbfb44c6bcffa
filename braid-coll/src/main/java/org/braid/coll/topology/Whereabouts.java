package org.braid.coll.topology;

import java.util.List;

/** Who knows where the ranks of a communicator are, whenever somebody asks. */
public interface Whereabouts {
    /** Of all of them, by rank; the same each time. */
    List<Place> places();
}
