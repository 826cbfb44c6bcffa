package org.braid.coll.topology;

/** All clusters of a topology of which a member keeps those on its own path: whoever asks for another one finds it here. */
abstract class Atlas extends OnDemand<Cluster> {
    /** That cluster, with what is inside. */
    final Cluster find(Cluster outline) {
        Cluster at = get();
        while (at.own() < outline.own()) {
            at = at.inside(outline.ranks().lowest());
        }
        return at;
    }
}
