package org.braid.coll.engine;

import java.util.concurrent.atomic.AtomicReference;
import org.braid.coll.agreement.PlanName;
import org.braid.coll.agreement.Purpose;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.schedule.Groups;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Neighbours;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.braid.coll.select.ChoiceListener;
import org.braid.coll.select.Rule;
import org.braid.coll.select.Selection;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * From a call to its schedule. The last plan of each operation is tried first (a few comparisons); then the selection is asked and the schedule looked up by
 * (operation, algorithm, root, operator kind, in place, what the algorithm is told) in a table of bounded size, where a newer entry replaces an older one.
 */
final class Plans {
    private static final int ENTRIES = 256;
    private static final int OPERATIONS = Operation.values().length;

    private static final int COMMUTATIVE = 1;
    private static final int IN_PLACE = 2;

    private final int size;
    private final int rank;
    private final boolean crowded;
    private final Selection selection;
    private final @Nullable Topology topology;
    private final AtomicReference<@Nullable ChoiceListener> listener;
    private final Plan[] last = new Plan[OPERATIONS];
    private final long[] keys = new long[ENTRIES];
    private final @Nullable Schedule[] schedules = new Schedule[ENTRIES];
    private final @Nullable Neighbours[] asked = new Neighbours[ENTRIES];
    private final @Nullable Tuning[] tunings = new Tuning[ENTRIES];
    private final int[] segments = new int[ENTRIES];
    private final int[] names = new int[ENTRIES];
    private @Nullable Tuning lastSeeing;
    private @Nullable Topology lastSeen;

    private static final class Plan {
        long bytes = -1;
        int flags;
        int root;
        Neighbours neighbours = Neighbours.NONE;
        int name;
        @Nullable Schedule schedule;
    }

    Plans(Port port, boolean crowded, Selection selection, @Nullable Topology topology, AtomicReference<@Nullable ChoiceListener> listener) {
        this.size = port.size();
        this.rank = port.rank();
        this.crowded = crowded;
        this.selection = selection;
        this.topology = topology;
        this.listener = listener;
        for (int at = 0; at < OPERATIONS; at++) {
            last[at] = new Plan();
        }
    }

    /**
     * The schedule; the call is told by which plan, so that its messages can say so.
     *
     * @param bytes the size that the choice depends on, the same at every member
     */
    Schedule find(Call call, long bytes) {
        Purpose purpose = call.purpose;
        return purpose == null || !purpose.isBeforeAgreement() ? find(call, bytes, last[call.operation.ordinal()]) : findBeforeAgreement(call, bytes);
    }

    /** Without a look at the last plan of the operation, and without being it: that may be by data which members do not know to be the same. */
    private Schedule findBeforeAgreement(Call call, long bytes) {
        return lookUp(call, choose(selection.beforeAgreement(), call, bytes, call.isCommutative()), flags(call), bytes);
    }

    private static int flags(Call call) {
        return (call.inPlace ? IN_PLACE : 0) | (call.isCommutative() ? COMMUTATIVE : 0);
    }

    private Schedule find(Call call, long bytes, Plan plan) {
        int flags = flags(call);
        Schedule known = plan.schedule;
        if (known != null && plan.bytes == bytes && plan.flags == flags && plan.root == call.root && plan.neighbours == call.neighbours) {
            call.plan = plan.name;
            return known;
        }
        Schedule found = lookUp(call, choose(selection, call, bytes, (flags & COMMUTATIVE) != 0), flags, bytes);
        plan.bytes = bytes;
        plan.flags = flags;
        plan.root = call.root;
        plan.neighbours = call.neighbours;
        plan.name = call.plan;
        plan.schedule = found;
        return found;
    }

    private Rule choose(Selection by, Call call, long bytes, boolean commutative) {
        int[] part = part(call);
        int ranks = part == null ? size : part.length;
        Neighbourhood known = neighbourhood(call);
        Rule rule = known == null
                ? by.choose(call.operation, ranks, part == null ? call.root : Groups.index(part, call.root), bytes, crowded, commutative)
                : by.choose(call.operation, ranks, known, bytes, crowded);
        ChoiceListener told = listener.get();
        if (told != null) {
            told.chosen(rule, ranks, bytes);
        }
        return rule;
    }

    /** Who alone takes part in a call of one of two groups' ranks with a root in the other one; null for all. */
    private static int @Nullable [] part(Call call) {
        Groups groups = call.operation.isOfNeighbours() ? null : call.neighbours.groups();
        return groups == null ? null : groups.opposite(call.root);
    }

    /** The lists of all ranks of an operation of neighbours, where all know them. Between two groups one that takes no part knows nothing, so that nobody may choose by them. */
    private static @Nullable Neighbourhood neighbourhood(Call call) {
        return call.operation.isOfNeighbours() && call.neighbours.groups() == null ? call.neighbours.all() : null;
    }

    private Schedule lookUp(Call call, Rule rule, int flags, long bytes) {
        Tuning tuning = rule.tuning();
        return lookUp(call, rule.algorithm(), flags, tuning, rule.algorithm().segments(tuning, bytes));
    }

    private Schedule lookUp(Call call, Algorithm algorithm, int flags, @Nullable Tuning tuning, int pieces) {
        long key = ((long) call.root << 16 | algorithm.ordinal() << 8 | call.operation.ordinal() << 2 | flags) + 1;
        int at = (int) (key * 0x9E3779B97F4A7C15L >>> 56);
        Schedule known = schedules[at];
        if (known == null || keys[at] != key || asked[at] != call.neighbours || tunings[at] != tuning || segments[at] != pieces) {
            Shape all = shape(call, flags);
            Shape shape = tuning == null ? all : all.in(seen(tuning));
            int[] part = part(call);
            known = part == null ? algorithm.generate(shape, tuning, pieces) : algorithm.generate(shape.among(call.operation, part, call.root), tuning, pieces).among(shape, part);
            schedules[at] = known;
            keys[at] = key;
            asked[at] = call.neighbours;
            tunings[at] = tuning;
            segments[at] = pieces;
            names[at] = PlanName.of(call.operation, algorithm, tuning);
        }
        call.plan = names[at];
        return known;
    }

    /** What an algorithm that is told so knows of the topology. */
    private @Nullable Topology seen(Tuning tuning) {
        if (lastSeeing != tuning && topology != null) {
            lastSeen = tuning.seen(topology);
            lastSeeing = tuning;
        }
        return topology == null ? null : lastSeen;
    }

    private Shape shape(Call call, int flags) {
        boolean commutative = (flags & COMMUTATIVE) != 0;
        boolean inPlace = (flags & IN_PLACE) != 0;
        Shape shape = call.neighbours == Neighbours.NONE
                ? new Shape(call.operation, size, rank, call.root, commutative, inPlace)
                : new Shape(call.operation, size, rank, call.root, commutative, inPlace, call.neighbours);
        return topology == null ? shape : shape.in(topology);
    }
}
