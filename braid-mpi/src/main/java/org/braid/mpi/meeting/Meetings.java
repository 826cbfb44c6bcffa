package org.braid.mpi.meeting;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.boot.hosts.HostIdentity;
import org.braid.coll.agreement.Purpose;
import org.braid.link.Context;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.coll.Words;
import org.braid.mpi.comm.Intercommunicator;
import org.braid.mpi.comm.Intercommunicators;
import org.braid.mpi.comm.SameArguments;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.meeting.names.PublishedNames;
import org.braid.mpi.p2p.LcoName;
import org.jspecify.annotations.Nullable;

/** How this process meets processes of other jobs, and parts from them. Made at the first port or meeting. */
public final class Meetings {
    private static final int WORDS = 4;

    /** How the leader of a group comes to the other leader. */
    @FunctionalInterface
    public interface Opening {
        /** Sets going what takes the other end some time; waits for nobody. */
        Way begin();

        /** How many members the other group has, whose processes are on this host, if every member of this one knows it before the groups meet; else 0. The same at all members of both groups. */
        default int knownSize() {
            return 0;
        }
    }

    /** A way to the other leader that was begun. */
    @FunctionalInterface
    public interface Way {
        /** Waits for the other leader. Called once, in a thread that does nothing else. */
        Talk reach();

        /** As {@link Opening#knownSize}, where the leader alone knows it; it tells the others. */
        default int knownSize() {
            return 0;
        }

        /** Why the other leader, who was reached, says no more, if that becomes known within two seconds; in a thread as above. */
        default @Nullable String fate() {
            return null;
        }

        /** Nobody goes this way any more, whether or not somebody was reached. */
        default void close() {}
    }

    /** What all members of two groups say of themselves. */
    private record Both(Member[] ours, Member[] theirs) {}

    private final Context context;
    private final Ports ports = new Ports();
    private final PublishedNames names = new PublishedNames();
    private final Acquaintances others;
    private final FarGroups far;
    private final Beside beside;
    private final Map<Intercommunicator, Long> ties = new IdentityHashMap<>(); // guarded by itself

    /** Nobody is met yet; others are heard from now on. */
    public Meetings(Context context, Completions completions) {
        this.context = context;
        this.others = new Acquaintances(context, completions);
        this.beside = new Beside(context, completions);
        this.far = new FarGroups(context, others::lost);
    }

    /** All processes of another job have ended, or are about to: whoever waits for one of them is told. */
    public void jobFailed(long jobHigh, long jobLow, String how) {
        others.jobFailed(new ContextId(jobHigh, jobLow, 0), how);
    }

    /** The ports of this process. */
    public Ports ports() {
        return ports;
    }

    /** Names under which ports are known. */
    public PublishedNames names() {
        return names;
    }

    /**
     * An intercommunicator of the group of {@code local} and the one whose leader this group's leader reaches. Collective over both.
     *
     * @param given what must be the same at all members; what it throws is thrown here, and the others are told. Null if nothing was given
     * @param leader rank in {@code local}
     * @param origin of this process; the leader's counts
     * @param opening comes to the other leader; called at the leader alone, as soon as nobody's arguments are wrong
     * @throws MpiFailure ARG if some member's arguments are wrong, and at all members alike what the opening has failed with, or PORT if the other side has given up
     */
    public Intercommunicator meet(CollectiveRuns local, @Nullable Supplier<long[]> given, int leader, Purpose purpose, Origin origin, Opening opening) {
        if (given != null) {
            SameArguments.agree(local, purpose, given);
        }
        try (LeaderTalk leaders = new LeaderTalk(local, leader, purpose, origin.build(), opening, beside)) {
            int size = local.lco().size();
            int knownSize = purpose == Purpose.SPAWN ? leaders.tellBegun() : opening.knownSize();
            long[] told = knownSize > 0 ? words(knownSize, origin) : leaders.swap(words(size, origin));
            int remoteSize = size(told);
            boolean isFar = knownSize == 0 && isFar(told, origin);
            Intercommunicator made = Intercommunicators.open(local.lco(), remoteSize, Math.addExact(size, remoteSize));
            return made.closedUnless(() -> isFar ? joinBySecret(made, local, purpose, leaders, remoteSize, origin, true) : joinNear(made, local, purpose, leaders, remoteSize, origin));
        }
    }

    /** Size, whether its job is on one host, which host that is of its leader. */
    private static long[] words(int size, Origin origin) {
        return new long[] {size, origin.isOnOneHost() ? 1 : 0, origin.host().high(), origin.host().low()};
    }

    /** Whether some of the two groups may be on different hosts: both sides say the same. */
    private static boolean isFar(long[] told, Origin origin) {
        return told[1] != 1 || !origin.isOnOneHost() || !origin.host().equals(new HostIdentity(told[2], told[3]));
    }

    /** Processes of one family have a secret in common, and launchers that tell of their end: both sides learn whether these have. */
    private static boolean areOfOneFamily(LeaderTalk leaders, Origin origin) {
        return origin.isOfFamily(leaders.swap(origin.family().get()));
    }

    private static int size(long[] told) {
        if (told.length != WORDS || told[0] < 1 || told[0] > Integer.MAX_VALUE / 2) {
            throw notUnderstood();
        }
        return (int) told[0];
    }

    /** Groups on one host, of which nearly always each member can talk to those of the other as it is: one exchange. Memory that they share may lack at one of them. */
    private Intercommunicator joinNear(Intercommunicator made, CollectiveRuns local, Purpose purpose, LeaderTalk leaders, int remoteSize, Origin origin) {
        long[] blocks = leaders.swapBlocks(ofThisProcess(made, origin, context.promisedTable()).block(!context.reachesStrangers()), remoteSize);
        if (Member.anyNeedsSecret(blocks)) {
            return joinBySecret(made, local, purpose, leaders, remoteSize, origin, false);
        }
        int size = local.lco().size();
        Both both = Member.isAnyCut(blocks)
                ? lengthy(local, purpose, leaders, remoteSize, ofThisProcess(made, origin, context.promisedTable()))
                : understood(() -> new Both(Member.ofBlocks(blocks, 0, size), Member.ofBlocks(blocks, size, remoteSize)));
        throwIfGroupsOverlap(both.ours, both.theirs, purpose);
        return joined(made, local, both, origin);
    }

    private Intercommunicator joinBySecret(Intercommunicator made, CollectiveRuns local, Purpose purpose, LeaderTalk leaders, int remoteSize, Origin origin, boolean isFar) {
        Tie tie = areOfOneFamily(leaders, origin) ? null : Tie.between(leaders);
        Both both = lengthy(local, purpose, leaders, remoteSize, ofThisProcess(made, origin, context.table()));
        throwIfGroupsOverlap(both.ours, both.theirs, purpose);
        if (tie != null) {
            believeTogether(tie, local, purpose, leaders, both.theirs);
        }
        Intercommunicator connected = joined(made, local, both, origin);
        if (tie != null && isFar) { // on one host each looks itself who lives
            hold(tie, made, leaders, both.ours, both.theirs);
        }
        return connected;
    }

    private static Member ofThisProcess(Intercommunicator made, Origin origin, DescriptorTable table) {
        return Member.ofThisProcess(made.across().name(), made.all().name(), origin.host(), table);
    }

    /** What members say that differs in length. */
    private static Both lengthy(CollectiveRuns local, Purpose purpose, LeaderTalk leaders, int remoteSize, Member mine) {
        long[][] said = new Words(local).allgatherv(purpose, mine.words());
        long[] all = concatenated(said);
        long[] told = leaders.swap(all);
        return understood(() -> new Both(Member.all(all, said.length), Member.all(told, remoteSize)));
    }

    private static Both understood(Supplier<Both> said) {
        try {
            return said.get();
        } catch (IllegalArgumentException damaged) {
            throw notUnderstood();
        }
    }

    private Intercommunicator joined(Intercommunicator made, CollectiveRuns local, Both both, Origin origin) {
        others.meet(both.theirs, origin.host());
        return made.join(local.lco().rank(), across(both.ours), across(both.theirs), among(both.ours), among(both.theirs));
    }

    /** Nobody calls a process of the other group before all of that believe this one. */
    private void believeTogether(Tie tie, CollectiveRuns local, Purpose purpose, LeaderTalk leaders, Member[] theirs) {
        others.believe(theirs, tie.secret());
        try {
            long[] ignored = new Words(local).allgather(purpose, new long[1]);
            ignored = leaders.swap(new long[1]);
        } catch (RuntimeException failed) {
            others.doubt(theirs);
            throw failed;
        }
    }

    /** From now on this process is told if the other group is lost. */
    private void hold(Tie tie, Intercommunicator made, LeaderTalk leaders, Member[] ours, Member[] theirs) {
        synchronized (ties) {
            ties.put(made, tie.number());
        }
        far.add(tie.number(), theirs);
        Talk talk = leaders.take();
        if (talk != null) {
            far.lead(tie.number(), ours, talk);
        }
    }

    private static MpiFailure notUnderstood() {
        return new MpiFailure(ErrorClass.PORT, "the other group cannot be understood", "what its leader says is no group", "Let both ends be programs of this Braid that accept and connect, or join");
    }

    private static long[] concatenated(long[][] parts) {
        int length = 0;
        for (long[] part : parts) {
            length = Math.addExact(length, part.length);
        }
        long[] all = new long[length];
        int filled = 0;
        for (long[] part : parts) {
            System.arraycopy(part, 0, all, filled, part.length);
            filled += part.length;
        }
        return all;
    }

    private static LcoName[] across(Member[] group) {
        LcoName[] names = new LcoName[group.length];
        for (int i = 0; i < group.length; i++) { // a stream would be loaded for it
            names[i] = group[i].across();
        }
        return names;
    }

    private static LcoName[] among(Member[] group) {
        LcoName[] names = new LcoName[group.length];
        for (int i = 0; i < group.length; i++) {
            names[i] = group[i].all();
        }
        return names;
    }

    private static void throwIfGroupsOverlap(Member[] ours, Member[] theirs, Purpose purpose) {
        Set<ContextId> here = new HashSet<>();
        for (Member each : ours) {
            here.add(each.process());
        }
        for (Member each : theirs) {
            if (here.contains(each.process())) {
                throw new MpiFailure(ErrorClass.COMM, purpose.text() + " cannot connect these groups", "a process is a member of both", "Let groups meet that share no process");
            }
        }
    }

    /**
     * The intercommunicator is freed by all its members: processes that nothing else connects are strangers again. Returns when no member needs this one any more.
     *
     * @param allHaveCome whether this member was in a barrier with all of them; if not, because that has failed, this waits for nobody
     */
    public void part(Intercommunicator made, boolean allHaveCome) {
        Parting parting = new Parting(made.all());
        try {
            if (allHaveCome) {
                parting.waitForAll();
                others.finishWith(processesOf(made.all()));
            } else {
                parting.waitForNobody();
            }
        } finally {
            forget(made);
        }
    }

    private static List<ContextId> processesOf(Lco members) {
        List<ContextId> processes = new ArrayList<>();
        for (int slot = 0; slot < members.sendSlots(); slot++) {
            processes.add(members.nameOf(slot).context());
        }
        return processes;
    }

    private void forget(Intercommunicator made) {
        others.part(processesOf(made.across()));
        Long tied;
        synchronized (ties) {
            tied = ties.remove(made);
        }
        if (tied != null) {
            far.part(tied);
        }
    }

    /** This process is in MPI.Finalize: waits until all that it is connected with are there, too, or have ended. */
    public void leave() {
        others.leave();
        far.leave();
        names.unpublishOwn();
        ports.closeAll();
    }
}
