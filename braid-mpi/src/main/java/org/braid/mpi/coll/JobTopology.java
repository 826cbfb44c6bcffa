package org.braid.mpi.coll;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.braid.base.wire.ContextId;
import org.braid.boot.Job;
import org.braid.boot.hosts.HostIdentity;
import org.braid.boot.hosts.JobHost;
import org.braid.boot.hosts.Part;
import org.braid.boot.hosts.Parting;
import org.braid.coll.agreement.Purpose;
import org.braid.coll.topology.Level;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Topology;
import org.braid.coll.topology.Whereabouts;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/** The topology of a communicator's members, from the job's map, which says the same to all of them (multilevel-collectives, section 3). Costs no message between ranks. */
public final class JobTopology {
    private JobTopology() {}

    /** Those by which processes can ask for others; what cores share they are told by their kernel, bound or not. */
    private static List<String> levels() {
        return Level.toHosts();
    }

    /**
     * Who is near whom.
     *
     * @return the members as equally far from each other if one of them is none of this job's
     * @throws org.braid.base.BraidException if the rank server cannot be asked any more
     */
    public static Topology of(Job job, Lco members) {
        for (int i = 0; i < members.size(); i++) {
            if (!isOf(job, members.nameOf(i).context())) {
                return Topology.flat(members.size());
            }
        }
        Parting parting = job.placement().parting();
        return Topology.seenBy(members.rank(), Level.of(parting.byCores(), parting.byProcesses()), new MembersPlaces(job, members, parting));
    }

    /** The job's map, which this process has a copy of once it has asked for all of it: nobody has to be asked again. */
    private record MembersPlaces(Job job, Lco members, Parting parting) implements Whereabouts {
        @Override
        public List<Place> places() {
            List<Place> places = new ArrayList<>(members.size());
            for (int i = 0; i < members.size(); i++) {
                places.add(placeOf(job, (int) members.nameOf(i).context().number(), parting));
            }
            return places;
        }
    }

    /**
     * The first member in the same cluster of a level as this process.
     *
     * @param level site, cluster, host or process
     * @return -1 if it is none of these, or nobody has named it for this process
     */
    public static int firstOf(Job job, Lco members, String level) {
        if (level.equals(Level.PROCESS)) {
            return firstThread(job, members);
        }
        int depth = levels().indexOf(level);
        Place mine = depth < 0 ? null : place(job, members.nameOf(members.rank()).context());
        if (mine == null || mine.names().get(depth).isEmpty()) {
            return -1;
        }
        for (int i = 0; i < members.rank(); i++) {
            Place other = place(job, members.nameOf(i).context());
            if (other != null && other.names().subList(0, depth + 1).equals(mine.names().subList(0, depth + 1))) {
                return i;
            }
        }
        return members.rank();
    }

    /** Ranks of one process are threads of it, whether the job has that level or not. */
    private static int firstThread(Job job, Lco members) {
        for (int i = 0; i < members.rank(); i++) {
            ContextId member = members.nameOf(i).context();
            if (isOf(job, member) && job.placement().isInThisProcess((int) member.number())) {
                return i;
            }
        }
        return members.rank();
    }

    private static boolean isOf(Job job, ContextId member) {
        return member.number() < job.size() && member.number() >= 0 && member.equals(job.contextId((int) member.number()));
    }

    /** As {@link #firstOf}, of a process that is in no job: all members are on its host, and in it. */
    public static int alone(Lco members, String level) {
        return level.equals(Level.HOST) || level.equals(Level.PROCESS) ? 0 : -1;
    }

    /** All members that are in the same cluster of a level as this process, by rank; none if it is no level, or nobody has named it for this process. */
    public static int[] sharing(Job job, Lco members, String level) {
        int depth = levels().indexOf(level);
        Place mine = depth < 0 ? null : place(job, members.nameOf(members.rank()).context());
        if (mine == null || mine.names().get(depth).isEmpty()) {
            return new int[0];
        }
        List<String> cluster = mine.names().subList(0, depth + 1);
        return IntStream.range(0, members.size())
                .filter(i -> {
                    Place other = place(job, members.nameOf(i).context());
                    return other != null && other.names().subList(0, depth + 1).equals(cluster);
                })
                .toArray();
    }

    /** As {@link #sharing}, where all members are on one host. */
    public static int[] allIf(Lco members, String level) {
        return level.equals(levels().getLast()) ? IntStream.range(0, members.size()).toArray() : new int[0];
    }

    /** Whether some member is of another job than the first one. */
    public static boolean isOfSeveral(Lco members) {
        ContextId first = members.nameOf(0).context();
        for (int slot = 1; slot < members.size(); slot++) {
            if (!members.nameOf(slot).context().sameJob(first)) {
                return true;
            }
        }
        return false;
    }

    /** Nobody knows where the ranks of another job are, and all know whose they are: a job is nearer to itself than to others. */
    public static Topology ofSeveral(Lco members) {
        List<ContextId> firsts = new ArrayList<>();
        List<Place> places = new ArrayList<>();
        for (int slot = 0; slot < members.size(); slot++) {
            ContextId one = members.nameOf(slot).context();
            int job = 0;
            while (job < firsts.size() && !firsts.get(job).sameJob(one)) {
                job++;
            }
            if (job == firsts.size()) {
                firsts.add(one);
            }
            places.add(Place.of(Integer.toString(job)));
        }
        return Topology.of(List.of("job"), places);
    }

    /**
     * The first member on this process's host, where members are of several jobs, none of whose maps has all of them: they tell each other. Collective.
     *
     * @param purpose what the program has called
     */
    public static int firstHere(CollectiveRuns members, Purpose purpose) {
        HostIdentity here = HostIdentity.own();
        long[] all = new Words(members).allgather(purpose, new long[] {here.high(), here.low()});
        int first = 0;
        while (!here.equals(new HostIdentity(all[2 * first], all[2 * first + 1]))) {
            first++; // this process ends it at the latest
        }
        return first;
    }

    private static @Nullable Place place(Job job, ContextId member) {
        return isOf(job, member) ? placeOf(job, (int) member.number(), Parting.NONE) : null;
    }

    private static Place placeOf(Job job, int rank, Parting parting) {
        JobHost host = job.placement().hostOf(rank);
        String name = job.placement().isOnOneHost() ? host.name() : host.name() + "#" + host.number(); // two hosts may have one name, and those of a map have not
        if (!parting.isAny()) {
            return Place.of(host.site(), host.cluster(), name);
        }
        Part part = job.placement().partOf(rank);
        String process = number(part.process());
        if (!parting.byCores()) {
            return Place.of(host.site(), host.cluster(), name, process);
        }
        return parting.byProcesses() ? Place.of(host.site(), host.cluster(), name, number(part.socket()), number(part.cache()), process) : Place.of(host.site(), host.cluster(), name, number(part.socket()), number(part.cache()));
    }

    private static String number(int part) {
        return part < 0 ? "" : Integer.toString(part);
    }
}
