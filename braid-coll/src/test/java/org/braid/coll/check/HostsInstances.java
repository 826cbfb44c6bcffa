package org.braid.coll.check;


import java.util.Arrays;
import java.util.stream.Stream;
import org.braid.coll.Schedules;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.algorithm.hosts.SharedSchedules;
import org.braid.coll.board.Extent;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.braid.coll.topology.Hosts;
import org.braid.coll.topology.Places;

/** Schedules over the shared memory of each of several hosts, for tests: of all ranks, as the checker takes them. */
final class HostsInstances {
    private HostsInstances() {}

    static Stream<Operation> served() {
        Hosts two = Hosts.of(Places.figure8());
        return Arrays.stream(Operation.values()).filter(each -> serves(each, two));
    }

    /** Of blocks that are not too long. */
    static boolean serves(Operation operation, Hosts hosts) {
        return SharedSchedules.serve(operation, hosts.whole().size(), hosts, 0, Extent.SHORT.placeBytes(), Extent.SHORT.mostMembers());
    }

    static Schedule[] tight(Operation operation, Hosts hosts, int size, int root, InPlace inPlace) {
        int blocks = operation == Operation.GATHERV ? 1 : operation == Operation.SCATTERV ? hosts.mostRanks() : size;
        return schedules(operation, hosts, size, root, true, inPlace, 16 * blocks);
    }

    static Schedule[] schedules(Operation operation, Hosts hosts, int size, int root, boolean commutative, InPlace inPlace) {
        return schedules(operation, hosts, size, root, commutative, inPlace, Extent.SHORT.placeBytes());
    }

    static Schedule[] schedules(Operation operation, Hosts hosts, int size, int root, boolean commutative, InPlace inPlace, int placeBytes) {
        return schedules(operation, hosts, size, root, commutative, inPlace, placeBytes, false);
    }

    static Schedule[] schedules(Operation operation, Hosts hosts, int size, int root, boolean commutative, InPlace inPlace, int placeBytes, boolean keepsBits) {
        var all = new Schedule[size];
        for (int rank = 0; rank < size; rank++) {
            all[rank] = SharedSchedules.generate(new Shape(operation, size, rank, root, commutative, Schedules.isInPlace(operation, rank, root, inPlace)), hosts, placeBytes, keepsBits);
        }
        return all;
    }
}
