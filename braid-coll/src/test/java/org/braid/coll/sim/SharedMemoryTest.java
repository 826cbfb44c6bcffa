package org.braid.coll.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.braid.base.BraidException;
import org.braid.coll.algorithm.hosts.SharedSchedules;
import org.braid.coll.board.Extent;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.topology.Hosts;
import org.braid.coll.topology.Places;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls over memory that ranks share, in virtual time: what showing and looking cost, who waits for whom, and that leaders send the messages of their schedules. */
class SharedMemoryTest {
    private static final BoardCost BOARD = new BoardCost(1_000, 100, 10);

    /** A byte that is copied takes 1 ps, one that is combined 2. */
    private static Network network(Topology topology) {
        List<ChannelCost> channels = topology.kinds().isEmpty() ? List.of(ChannelCost.ofNs(1, 1, 0)) : List.of(ChannelCost.ofNs(1000, 10, 0), ChannelCost.ofNs(1000, 10, 0), ChannelCost.ofNs(1000, 10, 0), ChannelCost.ofNs(1, 1, 0));
        return new Network(topology, channels, 2, 1, Sharing.NONE, BOARD);
    }

    private static Outcome run(Operation operation, Topology topology, int root, long bytes) {
        return Simulator.run(Collective.overBoards(operation, Hosts.of(topology), root, bytes, true, false), network(topology));
    }

    @Test
    void aBarrierOfOneHostTakesAShowTheWayOfItsWordAndALookAtEverybody() {
        assertArrayEquals(new long[] {1_140, 1_140, 1_140, 1_140}, run(Operation.BARRIER, Topology.flat(4), 0, 0).endsPs());
    }

    /** The root waits for nobody. */
    @Test
    void aBroadcastOfOneHostTakesACopyAtEachEnd() {
        assertArrayEquals(new long[] {1_150, 120, 1_150}, run(Operation.BCAST, Topology.flat(3), 1, 20).endsPs());
    }

    /** Only what is shown late is waited for. */
    @Test
    void whoEntersLateIsWaitedForByThoseWhoLookAtIt() {
        Collective reduce = Collective.overBoards(Operation.REDUCE, Hosts.of(Topology.flat(3)), 0, 10, true, false);
        long[] ends = Simulator.run(reduce, network(Topology.flat(3)), new long[] {0, 50_000, 0}).endsPs();
        assertEquals(50_110, ends[1]);
        assertEquals(110, ends[2]);
        assertEquals(50_110 + 1_000 + 30 + 30 + 2 * 20 + 10, ends[0]); // looks, their copy, two combinations and one copy
    }

    static Stream<Operation> served() {
        return Arrays.stream(Operation.values()).filter(each -> SharedSchedules.serve(each, 9, Hosts.of(Places.figure9(3, false)), 8, Extent.SHORT.placeBytes(), Extent.SHORT.mostMembers()));
    }

    @ParameterizedTest
    @MethodSource("served")
    void onSeveralHostsAllEndAndOnlyTheMessagesOfTheirSchedulesGo(Operation operation) {
        for (boolean cyclic : new boolean[] {false, true}) {
            Topology topology = Places.figure9(3, cyclic);
            int root = operation.isRooted() ? 5 : 0;
            Collective call = Collective.overBoards(operation, Hosts.of(topology), root, 8, true, false);
            long wanted = 0;
            for (int rank = 0; rank < 9; rank++) {
                Schedule schedule = call.schedule(rank);
                for (int step = 0; step < schedule.steps(); step++) {
                    wanted += call.kind(schedule, step) == Schedule.SEND ? 1 : 0;
                }
            }
            Outcome outcome = Simulator.run(call, network(topology));
            assertEquals(wanted, Arrays.stream(outcome.messages()).sum(), operation.text());
            assertEquals(0, outcome.messages()[topology.kinds().size()], "within hosts");
            assertTrue(outcome.timePs() > 1_000_000, () -> operation + " is over before a message between hosts is there");
        }
    }

    @Test
    void moreRanksThanThatAreRefused() {
        Hosts many = Hosts.of(Places.hosts(200, 100, false));
        assertThrows(BraidException.class, () -> Simulator.run(Collective.overBoards(Operation.BCAST, many, 0, 8, true, false), network(Places.hosts(200, 100, false))));
    }
}
