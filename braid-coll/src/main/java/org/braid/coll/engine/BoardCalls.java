package org.braid.coll.engine;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.braid.coll.agreement.Purpose;
import org.braid.coll.board.Board;
import org.braid.coll.board.BoardHost;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.select.MemoryChoice;
import org.jspecify.annotations.Nullable;

/**
 * Which calls of a communicator go over shared memory, and by which schedules. Nobody makes a board for a communicator that may end after a call or two: the members make it together, by two short collectives, before the fourth blocking call that it
 * could serve, which all of them count alike. Where one of them cannot map it, all go on by messages.
 */
final class BoardCalls {
    private static final int CALLS_BY_MESSAGES = 3;
    private static final int OPERATIONS = Operation.values().length;

    private final Port port;
    private final BoardHost host;
    private final int operations;
    private final BoardPlan plan;
    private final MemoryChoice choice;
    private final Running running;
    private final @Nullable Schedule[][] schedules = new Schedule[OPERATIONS][];
    private int calls;
    private int[] members = {};
    private @Nullable MemorySegment memory; // offered or taken, and not given back
    private @Nullable Board board;
    private @Nullable BoardRun run;

    /** Makes what runs calls on a board: {@code members} are the ranks of those who share it, of which this one is {@code number}. */
    interface Running {
        BoardRun on(Board board, int[] members, int number);
    }

    /** @param operations which of them may go over shared memory: a bit for each ordinal, the same at every member */
    BoardCalls(Port port, BoardHost host, BoardPlan plan, MemoryChoice choice, int operations, Running running) {
        this.port = port;
        this.host = host;
        this.plan = plan;
        this.choice = choice;
        this.operations = operations;
        this.running = running;
    }

    /** Whether a call goes over a board, if there is one. */
    boolean couldServe(Call call, long bytes) {
        return (operations >>> call.operation.ordinal() & 1) != 0 && call.standsFor == null && call.purpose != Purpose.FINALIZE && plan.serves(call, bytes) && choice.prefers(call.operation, call.root, bytes, call.isCommutative());
    }

    /** One more call that a board could serve; true if it is the one before which the members make it. */
    boolean isTimeToOpen() {
        return calls <= CALLS_BY_MESSAGES && ++calls > CALLS_BY_MESSAGES;
    }

    /** True if the members have not made it, nor tried: then they do so now. */
    boolean isToOpen() {
        boolean isNew = calls <= CALLS_BY_MESSAGES;
        calls = CALLS_BY_MESSAGES + 1;
        return isNew;
    }

    /** Whether all members look at one board, which they have. */
    boolean isOfAll() {
        return run != null && plan.isOfAll();
    }

    /** What runs calls; null while, or where, all go by messages. */
    @Nullable BoardRun run() {
        return run;
    }

    /**
     * Makes the board, together with the others.
     *
     * @param engine carries out the two collectives
     * @param described gives a call that says what the program has called
     */
    void open(Engine engine, Function<Operation, Call> described) {
        members = plan.members();
        long bytes = plan.extent().bytes(members.length);
        long[] capability = new long[BoardHost.CAPABILITY_LONGS];
        memory = number() == 0 ? host.offer(bytes, capability) : null;
        tell(engine, described, capability);
        if (number() != 0 && !isEmpty(capability)) {
            memory = host.take(capability, bytes);
        }
        BoardRun mine = made();
        long[] all = new long[port.size()];
        engine.run(described.apply(Operation.ALLGATHER).count(1, Long.BYTES).in(new long[] {mine == null ? 0 : 1}, 0).out(all, 0));
        if (isEverywhere(all)) {
            run = mine;
        } else {
            giveBack(() -> true); // all know that nobody uses it
        }
    }

    private int number() {
        return Arrays.binarySearch(members, port.rank());
    }

    /** From the first of those who share the board to the others: a broadcast, or on each of several hosts a message to each neighbour. */
    private void tell(Engine engine, Function<Operation, Call> described, long[] capability) {
        if (plan.isOfAll()) {
            engine.run(described.apply(Operation.BCAST).count(capability.length, Long.BYTES).out(capability, 0));
            return;
        }
        int[] first = Arrays.copyOf(members, 1);
        int[] others = Arrays.copyOfRange(members, 1, members.length);
        int[] nobody = {};
        boolean tells = number() == 0;
        Neighbours near = Neighbours.inOrder(tells ? nobody : first, tells ? others : nobody);
        engine.run(described.apply(Operation.NEIGHBOR_ALLGATHER).count(capability.length, Long.BYTES).neighbours(near).in(capability, 0).out(capability, 0));
    }

    /** Before the members are asked, so that one that finds no memory for what it keeps itself says so. */
    private @Nullable BoardRun made() {
        MemorySegment shared = memory;
        if (shared == null) {
            return null;
        }
        try {
            Board made = new Board(plan.extent(), shared, number(), members.length);
            BoardRun runs = running.on(made, members, number());
            board = made;
            return runs;
        } catch (OutOfMemoryError none) {
            return null;
        }
    }

    private void giveBack(BooleanSupplier isQuiet) {
        MemorySegment shared = memory;
        memory = null;
        board = null;
        run = null;
        if (shared != null) {
            host.giveBack(shared, isQuiet);
        }
    }

    private static boolean isEmpty(long[] words) {
        for (long word : words) {
            if (word != 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isEverywhere(long[] mapped) {
        for (long word : mapped) {
            if (word == 0) {
                return false;
            }
        }
        return true;
    }

    /** The schedule; allocates nothing for a call that was made before. */
    Schedule schedule(Call call) {
        Schedule[] known = schedules[call.operation.ordinal()];
        if (known == null) {
            known = new Schedule[BoardPlan.KINDS * port.size()];
            schedules[call.operation.ordinal()] = known;
        }
        int at = BoardPlan.KINDS * call.root + plan.kind(call);
        Schedule found = known[at];
        if (found == null) {
            found = plan.generate(call);
            known[at] = found;
        }
        return found;
    }

    /** Says in which parts the call goes. */
    void cut(Call call) {
        plan.cut(call);
    }

    /** As what the call's signature says that it goes. */
    int name(Call call) {
        return plan.name(call);
    }

    /** No call comes any more: the memory may serve for another communicator once no member's does. */
    void close() {
        Board left = board;
        BoardRun last = run;
        if (last != null) {
            last.close();
        }
        calls = Integer.MAX_VALUE;
        if (left == null) {
            giveBack(() -> false); // whether others use it is not known here
        } else {
            giveBack(left::isQuiet);
            left.leave(); // the last touch: from now on the address may be another board's
        }
    }
}
