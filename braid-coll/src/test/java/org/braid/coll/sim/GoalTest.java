package org.braid.coll.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.braid.base.BraidException;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.schedule.Operation;
import org.braid.coll.topology.Topology;
import org.junit.jupiter.api.Test;

/** Schedules in the language of other simulators. */
class GoalTest {
    private static final Pattern MESSAGE = Pattern.compile("l[0-9]+: (send|recv) ([0-9]+)b (?:to|from) ([0-9]+) tag 0");
    private static final Pattern ORDER = Pattern.compile("l([0-9]+) i?requires l([0-9]+)");

    private static String goal(Operation operation, Algorithm algorithm, int ranks, long bytes) {
        var text = new StringBuilder();
        Network network = new Network(Topology.flat(ranks), Network.flat(ranks, ChannelCost.ofNs(1, 1, 1)).channels(), 2000, 1000);
        Goal.write(new Collective(operation, algorithm, ranks, 0, bytes, null), network, text::append);
        return text.toString();
    }

    @Test
    void aReductionOfTwoRanksReadsAsLogGOPSimWantsIt() {
        assertEquals("""
                num_ranks 2
                rank 0 {
                l0: recv 8b from 1 tag 0
                l1: calc 16
                l1 requires l0
                }
                rank 1 {
                l0: send 8b to 0 tag 0
                }
                """, goal(Operation.REDUCE, Algorithm.LINEAR_REDUCE, 2, 8));
    }

    @Test
    void everyMessageHasBothItsEndsAndNothingWaitsForWhatComesLater() {
        for (Algorithm algorithm : Algorithm.values()) {
            for (Operation operation : Operation.values()) {
                if (algorithm.serves(operation) && !operation.isOfNeighbours() && algorithm.allows(8, true)) {
                    assertFitsTogether(goal(operation, algorithm, 8, 1001), algorithm);
                }
            }
        }
    }

    private static void assertFitsTogether(String text, Algorithm algorithm) {
        Map<String, Integer> open = new HashMap<>(); // sends less receives, by pair and length
        String rank = "";
        for (String line : text.split("\n")) {
            Matcher message = MESSAGE.matcher(line);
            Matcher order = ORDER.matcher(line);
            if (line.startsWith("rank ")) {
                rank = line.split(" ")[1];
            } else if (message.matches()) {
                boolean sends = message.group(1).equals("send");
                open.merge((sends ? rank + ">" + message.group(3) : message.group(3) + ">" + rank) + ":" + message.group(2), sends ? 1 : -1, Integer::sum);
            } else if (order.matches()) {
                assertTrue(Integer.parseInt(order.group(2)) < Integer.parseInt(order.group(1)), line);
            } else {
                assertTrue(line.matches("num_ranks 8|}|l[0-9]+: calc [0-9]+"), line);
            }
        }
        assertTrue(open.values().stream().allMatch(count -> count == 0), () -> algorithm + " " + open);
    }

    @Test
    void aMessageThatIsMissingIsNoticed() {
        String text = goal(Operation.BCAST, Algorithm.CHAIN_BCAST, 8, 8);
        String spoilt = text.replaceFirst("l0: recv 8b from 0 tag 0", "l0: calc 0");
        assertThrows(AssertionError.class, () -> assertFitsTogether(spoilt, Algorithm.CHAIN_BCAST));
    }

    /** Of a chain of two the second one only receives; 256 receives may be under way. */
    @Test
    void aStepBehindTheWindowStartsWhenAllBeforeThatAreComplete() {
        var text = new StringBuilder();
        Network network = Network.flat(2, ChannelCost.ofNs(1, 1, 1));
        Goal.write(new Collective(Operation.BCAST, Algorithm.CHAIN_BCAST, 2, 0, 300, true, null, Tuning.parse("segment=1", Algorithm.CHAIN_BCAST.keys())), network, text::append);
        String second = text.substring(text.indexOf("rank 1 {"));
        assertTrue(second.contains("l299: recv 1b from 0 tag 0\nl299 irequires l298\n"), second);
        assertTrue(second.endsWith("m43: calc 0\nm43 requires l43\nm43 requires m42\nl299 requires m43\n}\n"), second);
        assertTrue(second.contains("m0: calc 0\nm0 requires l0\nl256 requires m0\n"), second);
    }

    @Test
    void whatNoFileWouldHoldIsRefused() {
        assertThrows(BraidException.class, () -> goal(Operation.ALLTOALL, Algorithm.LINEAR_ALLTOALL, 1_000_000, 8));
    }
}
