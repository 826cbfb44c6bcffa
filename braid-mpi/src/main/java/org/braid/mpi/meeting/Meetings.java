package org.braid.mpi.meeting;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.braid.base.wire.ContextId;
import org.braid.boot.hosts.HostIdentity;
import org.braid.coll.agreement.Purpose;
import org.braid.link.Context;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.comm.Intercommunicator;
import org.braid.mpi.comm.Intercommunicators;
import org.braid.mpi.comm.SameArguments;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.meeting.names.PublishedNames;
import org.braid.mpi.p2p.ErrorClass;
import org.braid.mpi.p2p.LcoName;
import org.braid.mpi.p2p.MpiFailure;
import org.jspecify.annotations.Nullable;

/** How this process meets processes of other jobs, and parts from them. Made at the first port or meeting. */
public final class Meetings {
    private static final int WORDS = 5;

    /** What two groups need to talk to each other: whether they may be on different hosts, whether that takes a secret, and the one that is theirs alone, if no family has one. */
    private record Between(boolean isFar, boolean takesSecret, @Nullable Tie tie) {}

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
     * @param opening reaches the other leader; called at the leader alone, which closes what it gets
     * @throws MpiFailure ARG if some member's arguments are wrong, and at all members alike what the opening has failed with, or PORT if the other side has given up
     */
    public Intercommunicator meet(CollectiveRuns local, @Nullable Supplier<long[]> given, int leader, Purpose purpose, Origin origin, Supplier<Talk> opening) {
        if (given != null) {
            SameArguments.agree(local, purpose, given);
        }
        try (LeaderTalk leaders = new LeaderTalk(local, leader, purpose, origin.build(), opening, beside)) {
            int size = local.lco().size();
            boolean reachStrangers = reachStrangers(local, purpose);
            long[] told = leaders.swap(words(size, origin, reachStrangers));
            int remoteSize = size(told);
            boolean isFar = isFar(told, origin);
            boolean takesSecret = isFar || !reachStrangers || told[4] != 1;
            Between between = new Between(isFar, takesSecret, takesSecret && !areOfOneFamily(leaders, origin) ? Tie.between(leaders) : null);
            Intercommunicator made = Intercommunicators.open(local.lco(), remoteSize, Math.addExact(size, remoteSize));
            return made.closedUnless(() -> join(made, local, purpose, leaders, remoteSize, between));
        }
    }

    /** Whether all members of this group can talk to processes of another job on their host as they are: memory that they share may lack at one of them. */
    private boolean reachStrangers(CollectiveRuns local, Purpose purpose) {
        for (long each : local.allgather(purpose, new long[] {context.reachesStrangers() ? 1 : 0})) {
            if (each != 1) {
                return false;
            }
        }
        return true;
    }

    /** Size, whether its job is on one host, which host that is of its leader, and whether it needs no secret to talk to others there. */
    private static long[] words(int size, Origin origin, boolean reachStrangers) {
        return new long[] {size, origin.isOnOneHost() ? 1 : 0, origin.host().high(), origin.host().low(), reachStrangers ? 1 : 0};
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

    private Intercommunicator join(Intercommunicator made, CollectiveRuns local, Purpose purpose, LeaderTalk leaders, int remoteSize, Between between) {
        Tie tie = between.tie;
        long[][] said = local.allgatherv(purpose, Member.ofThisProcess(made.across().name(), made.all().name(), between.takesSecret ? context.table() : context.promisedTable()).words());
        long[] all = concatenated(said);
        long[] told = leaders.swap(all);
        Member[] ours;
        Member[] theirs;
        try {
            ours = Member.all(all, said.length);
            theirs = Member.all(told, remoteSize);
        } catch (IllegalArgumentException damaged) {
            throw notUnderstood();
        }
        throwIfGroupsOverlap(ours, theirs, purpose);
        if (tie != null) {
            believeTogether(tie, local, purpose, leaders, theirs);
        }
        others.meet(theirs);
        if (tie != null && between.isFar) { // on one host each looks itself who lives
            hold(tie, made, leaders, ours, theirs);
        }
        return made.join(local.lco().rank(), across(ours), across(theirs), among(ours), among(theirs));
    }

    /** Nobody calls a process of the other group before all of that believe this one. */
    private void believeTogether(Tie tie, CollectiveRuns local, Purpose purpose, LeaderTalk leaders, Member[] theirs) {
        others.believe(theirs, tie.secret());
        try {
            long[] ignored = local.allgather(purpose, new long[1]);
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
        return Arrays.stream(group).map(Member::across).toArray(LcoName[]::new);
    }

    private static LcoName[] among(Member[] group) {
        return Arrays.stream(group).map(Member::all).toArray(LcoName[]::new);
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
