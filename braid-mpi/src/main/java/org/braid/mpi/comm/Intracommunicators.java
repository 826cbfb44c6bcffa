package org.braid.mpi.comm;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.braid.coll.agreement.Purpose;
import org.braid.mpi.coll.CollectiveRuns;
import org.braid.mpi.coll.Words;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.p2p.LcoName;
import org.braid.mpi.p2p.Request;
import org.jspecify.annotations.Nullable;

/**
 * Making intracommunicators out of LCO operations and one allgather of names (generalized-communicators, figure 3). Each call is collective over {@code comm}; calls on one communicator
 * follow each other in the same order on all ranks.
 */
public final class Intracommunicators {
    /** The colour of ranks that join no part of a split. */
    public static final int UNDEFINED = -32766;

    /** In place of a colour: this member's is none. */
    private static final int WRONG = -1;

    private static final int NAME_LONGS = LcoName.BYTES / Long.BYTES;

    /** Where the word is that ranks tell each other in a split, if they do. */
    private static final int WORD_AT = 2;

    private static final long GROUP_SIGNATURE = 0x6772_6F75;

    /** As many bits of a signature as a message brings. */
    private static final long LARGEST_SIGNATURE = (1L << 54) - 1;

    private Intracommunicators() {}

    /** The same ranks in the same order, as a communication space of its own (MPI_COMM_DUP). Who copies often tells of several objects at a time, and then of none. */
    public static Lco dup(CollectiveRuns collectives) {
        Lco ahead = collectives.nextCopy();
        return ahead != null ? ahead : tellOfCopies(collectives, collectives.copiesToTell());
    }

    private static Lco tellOfCopies(CollectiveRuns collectives, int many) {
        Lco comm = collectives.lco();
        Lco[] made = comm.newLcosAhead(many, comm.size());
        boolean hasSucceeded = false;
        try {
            long[] all = new Words(collectives).allgather(Purpose.DUP, objectsOf(made));
            for (int copy = 0; copy < many; copy++) {
                made[copy].joinBeside(comm, every(many, copy, all));
            }
            Lco first = made[0].handOut();
            collectives.keepCopies(made);
            hasSucceeded = true;
            return first;
        } finally {
            if (!hasSucceeded) {
                closeAll(made);
            }
        }
    }

    /** The processes are known to each other already: which objects they are says all. */
    private static long[] objectsOf(Lco[] made) {
        long[] objects = new long[made.length];
        for (int i = 0; i < objects.length; i++) {
            objects[i] = made[i].name().object();
        }
        return objects;
    }

    /** One of every {@code many}, from {@code first} on. */
    private static long[] every(int many, int first, long[] all) {
        if (many == 1) {
            return all;
        }
        long[] some = new long[all.length / many];
        for (int i = 0; i < some.length; i++) {
            some[i] = all[i * many + first];
        }
        return some;
    }

    private static void closeAll(Lco[] made) {
        for (Lco each : made) {
            each.close();
        }
    }

    /** What the others were never told of is closed again. */
    static <T extends @Nullable Object> T closedUnless(Lco made, Supplier<T> succeeds) {
        boolean hasSucceeded = false;
        try {
            T result = succeeds.get();
            hasSucceeded = true;
            return result;
        } finally {
            if (!hasSucceeded) {
                made.close();
            }
        }
    }

    /**
     * Starts a {@link #dup}, whose end fails where a member {@linkplain #startNoDup has none}.
     *
     * @param whenDone gets the copy; it is the attachment of the request, a {@link Runnable} that whoever finishes the request runs
     */
    public static Request startDup(CollectiveRuns collectives, Consumer<Lco> whenDone) {
        Lco comm = collectives.lco();
        Lco made = open(comm);
        long[] all = new long[comm.size()];
        Request request = closedUnless(made, () -> new Words(collectives).startAllgather(Purpose.DUP, objectsOf(new Lco[] {made}), all, made::close));
        Runnable end = () -> {
            WrongArguments.throwIfNone(Purpose.DUP, all, 1, made::close);
            whenDone.accept(made.joinBeside(comm, all));
        };
        request.attach(end);
        return request;
    }

    /** This member's part in such an exchange where its arguments are wrong: the others are told when they wait for their copies. */
    public static Request startNoDup(CollectiveRuns collectives) {
        return WrongArguments.startNone(collectives, Purpose.DUP, 1);
    }

    private static Lco join(Lco made, int rank, long[] all) {
        LcoName[] names = new LcoName[all.length / NAME_LONGS];
        for (int i = 0; i < names.length; i++) {
            names[i] = LcoName.get(all, i * NAME_LONGS);
        }
        return made.join(rank, names);
    }

    /**
     * One intracommunicator for each colour, its ranks ordered by key, then by their order in {@code comm} (MPI_COMM_SPLIT).
     *
     * @param purpose which of MPI's functions the program called
     * @param color not negative, or {@link #UNDEFINED}
     * @return null for ranks whose colour is undefined
     */
    public static @Nullable Lco split(CollectiveRuns collectives, Purpose purpose, int color, int key) {
        Lco made = open(collectives.lco());
        return closedUnless(made, () -> split(collectives, made, color, told(collectives, made, purpose, color, key)));
    }

    /**
     * Likewise, by a colour that may be wrong in itself.
     *
     * @param given throws what is wrong with it, which is thrown here, and the others are told
     * @throws MpiFailure ARG if the colour of another member is wrong
     */
    public static @Nullable Lco split(CollectiveRuns collectives, Purpose purpose, Supplier<Integer> given, int key) {
        Lco made = open(collectives.lco());
        return closedUnless(made, () -> {
            int color = WrongArguments.checked(given, () -> told(collectives, made, purpose, WRONG, key));
            return split(collectives, made, color, told(collectives, made, purpose, color, key));
        });
    }

    /**
     * As {@link #split}, of ranks that tell each other something else by the way.
     *
     * @param word what this rank tells
     * @param check gets the words of all, by rank; what it throws, at each of them, ends the call
     */
    public static @Nullable Lco splitTelling(CollectiveRuns collectives, Purpose purpose, int color, int key, long word, Consumer<long[]> check) {
        Lco made = open(collectives.lco());
        return closedUnless(made, () -> {
            long[] all = told(collectives, made, purpose, color, key, word);
            check.accept(every(all.length / collectives.lco().size(), WORD_AT, all));
            return split(collectives, made, color, all);
        });
    }

    /** What each rank says in a split: its colour above its key in one long, then the number of its object, then a word if there is one. */
    private static long[] told(CollectiveRuns collectives, Lco made, Purpose purpose, int color, int key, long... word) {
        long[] mine = Arrays.copyOf(new long[] {(long) color << 32 | key & 0xFFFF_FFFFL, made.name().object()}, WORD_AT + word.length);
        System.arraycopy(word, 0, mine, WORD_AT, word.length);
        long[] all = new Words(collectives).allgather(purpose, mine);
        for (int rank = 0; rank < collectives.lco().size(); rank++) {
            if (colorOf(rank, all, mine.length) == WRONG) {
                throw WrongArguments.at(purpose, rank);
            }
        }
        return all;
    }

    private static @Nullable Lco split(CollectiveRuns collectives, Lco made, int color, long[] all) {
        Lco comm = collectives.lco();
        if (color == UNDEFINED) {
            made.close();
            return null;
        }
        int each = all.length / comm.size();
        int[] members = membersOf(color, all, each);
        LcoName[] names = new LcoName[members.length];
        int rank = 0;
        for (int i = 0; i < members.length; i++) {
            names[i] = LcoName.of(comm.nameOf(members[i]).context(), all[members[i] * each + 1]);
            rank = members[i] == comm.rank() ? i : rank;
        }
        return made.join(rank, names);
    }

    /**
     * An intracommunicator of some members (MPI_COMM_CREATE_GROUP). Only they take part: their names go to the one of the lowest rank, which tells all.
     *
     * @param members their ranks in {@code comm}, in the order of their new ones; this process is one of them
     * @param tag tells calls apart that are made at the same time
     * @param check of what else this member was given; what it throws is thrown here, when the others have been told
     * @throws MpiFailure GROUP if one of them has given another group, or has it in another order; ARG if something else is wrong at one of them
     */
    public static Lco createGroup(Lco comm, int[] members, int tag, Runnable check) {
        return createGroup(comm, members, tag, GROUP_SIGNATURE, check);
    }

    /**
     * As {@link #createGroup}, of processes that need have no communicator but the one that is always there (MPI_COMM_CREATE_FROM_GROUP).
     *
     * @param world the object of all processes of the job
     * @param members their ranks there
     * @param tag tells calls apart that are made at the same time; two whose numbers are the same by chance fail at one of the members
     */
    public static Lco createFromGroup(Lco world, int[] members, String tag, Runnable check) {
        long number = numberOf(tag);
        return createGroup(world, members, (int) (number >>> Integer.SIZE), number & LARGEST_SIGNATURE, check);
    }

    private static Lco createGroup(Lco comm, int[] members, int tag, long signature, Runnable check) {
        Lco made = open(comm);
        return closedUnless(made, () -> {
            Lco right = WrongArguments.checked(
                    () -> {
                        check.run();
                        return made;
                    },
                    () -> createGroup(comm, made, members, tag, signature, true));
            return createGroup(comm, right, members, tag, signature, false);
        });
    }

    /** The same for every process: FNV-1a of the text's characters. */
    private static long numberOf(String tag) {
        long number = 0xCBF2_9CE4_8422_2325L;
        for (int i = 0; i < tag.length(); i++) {
            number = (number ^ tag.charAt(i)) * 0x100_0000_01B3L;
        }
        return number;
    }

    private static Lco createGroup(Lco comm, Lco made, int[] members, int tag, long signature, boolean isWrong) {
        long[] name = new long[NAME_LONGS];
        made.name().put(name, 0);
        long[] names = new GroupExchange(comm, tag, signature, members, name, made.name().object(), isWrong).all();
        int rank = 0;
        for (int i = 0; i < members.length; i++) {
            rank = members[i] == comm.rank() ? i : rank;
        }
        return join(made, rank, names);
    }

    /** An object that others may send to as soon as they know its name, which may be before we know theirs. */
    static Lco open(Lco comm) {
        Lco made = comm.newLco();
        made.addReceiveSlots(comm.size());
        return made;
    }

    private static int colorOf(int rank, long[] all, int each) {
        return (int) (all[rank * each] >> 32);
    }

    /** Ranks of this colour by key, then by rank: one sort of longs with the key above the rank. */
    private static int[] membersOf(int color, long[] all, int each) {
        long[] keyed = new long[all.length / each];
        int count = 0;
        for (int rank = 0; rank < keyed.length; rank++) {
            if (colorOf(rank, all, each) == color) {
                keyed[count++] = (long) (int) all[rank * each] << 32 | rank;
            }
        }
        Arrays.sort(keyed, 0, count);
        int[] members = new int[count];
        for (int i = 0; i < count; i++) {
            members[i] = (int) keyed[i];
        }
        return members;
    }
}
