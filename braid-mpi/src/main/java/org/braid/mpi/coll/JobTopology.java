package org.braid.mpi.coll;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.boot.Job;
import org.braid.boot.hosts.JobHost;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Topology;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/** The topology of a communicator's members, from the job's map, which says the same to all of them (multilevel-collectives, section 3). Costs no message between ranks. */
public final class JobTopology {
    /** What the levels are called, the slowest channel first. */
    private static final List<String> LEVELS = List.of("site", "cluster", "host");

    private JobTopology() {}

    /**
     * Who is near whom.
     *
     * @return the members as equally far from each other if one of them is none of this job's
     * @throws org.braid.base.BraidException if the rank server cannot be asked any more
     */
    public static Topology of(Job job, Lco members) {
        List<Place> places = new ArrayList<>(members.size());
        for (int i = 0; i < members.size(); i++) {
            Place place = place(job, members.nameOf(i).context());
            if (place == null) {
                return Topology.flat(members.size());
            }
            places.add(place);
        }
        return Topology.of(LEVELS, places);
    }

    private static @Nullable Place place(Job job, ContextId member) {
        if (member.number() >= job.size() || member.number() < 0 || !member.equals(job.contextId((int) member.number()))) {
            return null;
        }
        JobHost host = job.hostOf((int) member.number());
        return Place.of(host.site(), host.cluster(), host.number() + ":" + host); // two hosts may have one name
    }
}
