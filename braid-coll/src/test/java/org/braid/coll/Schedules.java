package org.braid.coll;

import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/** The schedules of all ranks of one collective. */
public final class Schedules {
    private Schedules() {}

    /** Which ranks have their operand in place. */
    public enum InPlace { NOBODY, EVERYBODY, ODD_RANKS }

    public static Schedule[] of(Algorithm algorithm, Operation operation, int size, int root, boolean commutative, InPlace inPlace) {
        var schedules = new Schedule[size];
        for (int rank = 0; rank < size; rank++) {
            schedules[rank] = algorithm.generate(new Shape(operation, size, rank, root, commutative, isInPlace(operation, rank, root, inPlace)));
        }
        return schedules;
    }

    public static Schedule[] of(Algorithm algorithm, Operation operation, Topology topology, int root, boolean commutative, InPlace inPlace) {
        return of(algorithm, null, operation, topology, root, commutative, inPlace);
    }

    /** Of an algorithm that is told how to work; one piece of each message. */
    public static Schedule[] of(Algorithm algorithm, @Nullable Tuning tuning, Operation operation, Topology topology, int root, boolean commutative, InPlace inPlace) {
        var schedules = new Schedule[topology.size()];
        for (int rank = 0; rank < schedules.length; rank++) {
            schedules[rank] = algorithm.generate(new Shape(operation, schedules.length, rank, root, commutative, isInPlace(operation, rank, root, inPlace)).in(topology), tuning, 1);
        }
        return schedules;
    }

    public static boolean isInPlace(Operation operation, int rank, int root, InPlace inPlace) {
        return operation.allowsInPlace() && (!operation.isRooted() || rank == root)
                && (inPlace == InPlace.EVERYBODY || inPlace == InPlace.ODD_RANKS && rank % 2 == 1);
    }
}
