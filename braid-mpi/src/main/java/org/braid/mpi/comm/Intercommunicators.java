package org.braid.mpi.comm;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.braid.base.wire.ContextId;
import org.braid.coll.agreement.Purpose;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.coll.Words;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoName;
import org.braid.mpi.p2p.Request;

/**
 * Making intercommunicators (MPI 4.1, section 7.6; generalized-communicators, figure 3). The groups learn each other's names through their leaders; the rest is local.
 *
 * <pre>
 *   local group ── allgather ──> names of all its objects          the same on the other side
 *   leader      ── names ──────> the other leader                  by the communicator that both belong to
 *   leader      ── CALLED OFF ─> the other leader                  instead, if arguments of its group are wrong
 *   leader      ── bcast ──────> names of the other group's objects
 * </pre>
 */
public final class Intercommunicators {
    private static final int NAME_LONGS = LcoName.BYTES / Long.BYTES;

    /** What each member says: the name of the object whose slots lead to the other group, then that of the object among all. */
    private static final int MEMBER_LONGS = 2 * NAME_LONGS;

    private Intercommunicators() {}

    /**
     * An intercommunicator of the group of {@code local} and the one that the other leader's belongs to. Collective over both.
     *
     * @param given what this member says, which must be the same at all members of the group; what it throws is thrown here, and all members of both groups are told
     * @param leader rank in {@code local} of the member that talks to the other group
     * @param bridge what both leaders belong to; the others need not
     * @param remoteLeader the other leader's rank there; what members that are no leader give is not looked at
     * @param tag the same at both leaders
     * @throws MpiFailure COMM if the groups share a process, ARG if the arguments of some member are wrong, and what the leader's exchange has failed with
     */
    public static Intercommunicator create(CollectiveRuns local, Supplier<long[]> given, int leader, Lco bridge, int remoteLeader, int tag) {
        LeaderExchange leaders = new LeaderExchange(local, leader, bridge, remoteLeader, tag);
        leaders.agree(given);
        int size = local.lco().size();
        int remoteSize = Math.toIntExact(leaders.swap(new long[] {size}, 1)[0]);
        Intercommunicator made = open(local.lco(), remoteSize, size + remoteSize);
        return made.closedUnless(() -> {
            long[] ours = new Words(local).allgather(Purpose.CREATE_INTERCOMM, wordsOf(made));
            long[] theirs = leaders.swap(ours, remoteSize * MEMBER_LONGS);
            throwIfGroupsOverlap(ours, theirs);
            return made.join(local.lco().rank(), names(ours, 0), names(theirs, 0), names(ours, 1), names(theirs, 1));
        });
    }

    /** The same groups with message spaces of their own (MPI_COMM_DUP). Collective over both. */
    public static Intercommunicator dup(Intercommunicator original, CollectiveRuns all) {
        Intercommunicator made = open(all.lco(), original.remoteSize(), all.lco().size());
        return made.closedUnless(() -> joinCopy(made, original, new Words(all).allgather(Purpose.DUP, wordsOf(made))));
    }

    /**
     * Starts a {@link #dup}, whose end fails where a member {@linkplain #startNoDup has none}.
     *
     * @param whenDone gets the copy; it is the attachment of the request, a {@link Runnable} that whoever finishes the request runs
     */
    public static Request startDup(Intercommunicator original, CollectiveRuns all, Consumer<Intercommunicator> whenDone) {
        Intercommunicator made = open(all.lco(), original.remoteSize(), all.lco().size());
        long[] said = new long[all.lco().size() * MEMBER_LONGS];
        Request request = made.closedUnless(() -> new Words(all).startAllgather(Purpose.DUP, wordsOf(made), said, made::close));
        Runnable end = () -> {
            WrongArguments.throwIfNone(Purpose.DUP, said, MEMBER_LONGS, made::close);
            whenDone.accept(joinCopy(made, original, said));
        };
        request.attach(end);
        return request;
    }

    /** This member's part in such an exchange where its arguments are wrong: the others are told when they wait for their copies. */
    public static Request startNoDup(CollectiveRuns all) {
        return WrongArguments.startNone(all, Purpose.DUP, MEMBER_LONGS);
    }

    private static Intercommunicator joinCopy(Intercommunicator made, Intercommunicator original, long[] said) {
        int size = original.size();
        int own = original.firstOfOwn();
        int other = own == 0 ? size : 0;
        long[] ours = members(said, own, size);
        long[] theirs = members(said, other, original.remoteSize());
        return made.join(original.across().rank(), names(ours, 0), names(theirs, 0), names(ours, 1), names(theirs, 1));
    }

    private static long[] members(long[] said, int first, int count) {
        return Arrays.copyOfRange(said, first * MEMBER_LONGS, (first + count) * MEMBER_LONGS);
    }

    /**
     * One intracommunicator of both groups (MPI_INTERCOMM_MERGE): the group that says low first; if both say the same, in the order that all members know.
     *
     * @throws MpiFailure ARG if the members of one group do not say the same
     */
    public static Lco merge(Intercommunicator from, CollectiveRuns all, boolean high) {
        long[] said = new Words(all).allgather(Purpose.MERGE, new long[] {high ? 1 : 0});
        int firstSize = from.firstOfOwn() == 0 ? from.size() : from.remoteSize();
        for (int i = 0; i < said.length; i++) {
            int first = i < firstSize ? 0 : firstSize;
            if (said[i] != said[first]) {
                throw new MpiFailure(
                        ErrorClass.ARG, "merge got different orders from members of one group", "rank " + (i - first) + " of it says high=" + (said[i] != 0) + ", and rank 0 the opposite",
                        "Give the same at every member of a group");
            }
        }
        Lco made = Intracommunicators.split(all, Purpose.MERGE, 0, high ? 1 : 0);
        if (made == null) {
            throw new AssertionError("everybody has one colour");
        }
        return made;
    }

    /**
     * One member's objects, which others may send to from now on.
     *
     * @param any some object of this process
     * @param total members of both groups
     */
    public static Intercommunicator open(Lco any, int remoteSize, int total) {
        Lco across = any.newLco();
        across.addReceiveSlots(remoteSize); // others may send as soon as they know the name, which may be before we know theirs
        Lco all = any.newLco();
        all.addReceiveSlots(total);
        return new Intercommunicator(across, all);
    }

    private static long[] wordsOf(Intercommunicator made) {
        long[] words = new long[MEMBER_LONGS];
        made.across().name().put(words, 0);
        made.all().name().put(words, NAME_LONGS);
        return words;
    }

    /** @param which of each member's two names */
    private static LcoName[] names(long[] words, int which) {
        LcoName[] names = new LcoName[words.length / MEMBER_LONGS];
        Arrays.setAll(names, member -> LcoName.get(words, member * MEMBER_LONGS + which * NAME_LONGS));
        return names;
    }

    private static void throwIfGroupsOverlap(long[] ours, long[] theirs) {
        Set<ContextId> here = new HashSet<>();
        for (LcoName name : names(ours, 0)) {
            here.add(name.context());
        }
        for (LcoName name : names(theirs, 0)) {
            if (here.contains(name.context())) {
                throw new MpiFailure(
                        ErrorClass.COMM, "createIntercomm cannot connect these groups", "process " + name.context().number() + " of the job is a member of both", "Give groups that share no process");
            }
        }
    }
}
