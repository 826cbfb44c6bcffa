package org.braid.coll.algorithm.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.schedule.Operation;
import org.braid.coll.schedule.Schedule;
import org.braid.coll.schedule.Shape;
import org.junit.jupiter.api.Test;

/** How far blocks go, and in how many messages: what these algorithms are for. */
class LocalityTest {
    /** Blocks that a rank sends, by how many ranks to the right they go. */
    private static Map<Integer, Integer> blocksByDistance(Schedule schedule) {
        Map<Integer, Integer> blocks = new TreeMap<>();
        int size = schedule.shape().size();
        for (int step = 0; step < schedule.steps(); step++) {
            if (schedule.word(step, Schedule.KIND) == Schedule.SEND) {
                int distance = Math.floorMod(schedule.word(step, Schedule.PEER) - schedule.shape().rank(), size);
                blocks.merge(distance, schedule.word(step, Schedule.SOURCE_TO) - schedule.word(step, Schedule.SOURCE_FROM), Integer::sum);
            }
        }
        return blocks;
    }

    private static int sends(Schedule schedule) {
        int sends = 0;
        for (int step = 0; step < schedule.steps(); step++) {
            sends += schedule.word(step, Schedule.KIND) == Schedule.SEND ? 1 : 0;
        }
        return sends;
    }

    private static Schedule allgather(Algorithm algorithm, int size, int rank) {
        return algorithm.generate(new Shape(Operation.ALLGATHER, size, rank, 0, true, false));
    }

    @Test
    void neighborExchangeTalksToTwoRanksInHalfAsManyRoundsAsARing() {
        for (int size = 4; size <= 64; size += 2) {
            for (int rank = 0; rank < size; rank++) {
                Map<Integer, Integer> blocks = blocksByDistance(allgather(Algorithm.NEIGHBOR_EXCHANGE_ALLGATHER, size, rank));
                assertEquals(2, blocks.size());
                assertTrue(blocks.containsKey(1) && blocks.containsKey(size - 1));
                assertEquals(size - 1, blocks.values().stream().mapToInt(Integer::intValue).sum());
            }
            Schedule middle = allgather(Algorithm.NEIGHBOR_EXCHANGE_ALLGATHER, size, size / 2);
            assertEquals(size / 2, sends(middle)); // pairs lie together, so that no message has two parts
        }
        assertFalse(Algorithm.NEIGHBOR_EXCHANGE_ALLGATHER.allows(7, true));
    }

    private static Schedule pat(Operation operation, Algorithm algorithm, int size, int blocks) {
        return generated(operation, algorithm, size, 5, blocks);
    }

    private static Schedule generated(Operation operation, Algorithm algorithm, int size, int rank, int blocks) {
        return algorithm.generate(new Shape(operation, size, rank, 0, true, false), Tuning.blocks(blocks), 1);
    }

    private static int scratch(Schedule schedule) {
        int units = 0;
        for (int buffer = Schedule.FIRST_TEMPORARY; buffer < schedule.buffers(); buffer++) {
            units += schedule.units(buffer);
        }
        return units;
    }

    @Test
    void patHasAsFewRoundsAsCanBeIfHalfOfAllBlocksMayGoTogetherAndLittleScratchIfFewMay() {
        for (int lg = 3; lg <= 10; lg++) {
            int size = 1 << lg;
            for (int blocks = 1, lgBlocks = 0; blocks <= size / 2; blocks *= 2, lgBlocks++) {
                Schedule allgather = pat(Operation.ALLGATHER, Algorithm.PAT_ALLGATHER, size, blocks);
                Schedule reduceScatter = pat(Operation.REDUCE_SCATTER_BLOCK, Algorithm.PAT_REDUCE_SCATTER, size, blocks);
                assertEquals(lgBlocks + size / blocks - 1, sends(allgather));
                assertEquals(lgBlocks + size / blocks - 1, sends(reduceScatter));
                assertTrue(scratch(allgather) <= 2 * lg * blocks, () -> "scratch of " + scratch(allgather));
                assertTrue(scratch(reduceScatter) <= 2 * (lg + 1) * blocks, () -> "scratch of " + scratch(reduceScatter));
                assertEquals(blocksByDistance(allgather(Algorithm.SPARBIT_ALLGATHER, size, 5)), blocksByDistance(allgather));
            }
        }
    }

    /** A third less far than by recursive doubling, whose distances are 1, 2, 4, …; what goes round past the last rank goes in two messages. */
    @Test
    void partnersOfBineAreTwoThirdsAsFarAsThoseOfRecursiveDoubling() {
        for (int lg = 1; lg <= 10; lg++) {
            int size = 1 << lg;
            long bine = 0;
            long doubling = 0;
            for (int rank = 0; rank < size; rank++) {
                Schedule schedule = allgather(Algorithm.BINE_ALLGATHER, size, rank);
                assertTrue(sends(schedule) <= 2 * lg);
                bine += blockHops(schedule);
                doubling += blockHops(allgather(Algorithm.RECURSIVE_DOUBLING_ALLGATHER, size, rank));
                assertEquals(blockHops(schedule), blockHops(generated(Operation.REDUCE_SCATTER_BLOCK, Algorithm.BINE_REDUCE_SCATTER, size, rank, 1)));
            }
            long sum = 0;
            for (int round = 0; round < lg; round++) {
                int distance = Math.abs(1 - (int) Math.pow(-2, round + 1)) / 3;
                sum += (1L << round) * Math.min(distance, size - distance);
            }
            assertEquals(size * sum, bine);
            assertTrue(bine <= doubling && (lg < 6 || bine < 0.7 * doubling), bine + " and " + doubling);
        }
    }

    /** Over how many ranks blocks go, on the shorter way round, all together. */
    private static long blockHops(Schedule schedule) {
        int size = schedule.shape().size();
        return blocksByDistance(schedule).entrySet().stream().mapToLong(each -> (long) Math.min(each.getKey(), size - each.getKey()) * each.getValue()).sum();
    }

    /** The cuts of a vector over the butterfly: most of them to the next rank, where recursive doubling has most of them go far. */
    @Test
    void aBroadcastOverBinesButterflySendsHalfOfAllBytesToTheNextRank() {
        for (int lg = 2; lg <= 8; lg++) {
            int size = 1 << lg;
            long near = 0;
            long all = 0;
            for (int rank = 0; rank < size; rank++) {
                Map<Integer, Integer> blocks = blocksByDistance(Algorithm.SCATTER_BINE_BCAST.generate(new Shape(Operation.BCAST, size, rank, 3, true, false)));
                near += blocks.getOrDefault(1, 0) + blocks.getOrDefault(size - 1, 0);
                all += blocks.values().stream().mapToInt(Integer::intValue).sum();
            }
            assertTrue(2 * near >= all, near + " of " + all);
            assertEquals((long) size * (size - 1), all);
        }
    }

    @Test
    void sparbitSendsHalfOfItsBlocksToTheNextRankWhereBruckSendsThemAcrossHalfOfAll() {
        assertEquals(Map.of(1, 8, 2, 4, 4, 2, 8, 1), blocksByDistance(allgather(Algorithm.SPARBIT_ALLGATHER, 16, 5)));
        assertEquals(Map.of(15, 1, 14, 2, 12, 4, 8, 8), blocksByDistance(allgather(Algorithm.BRUCK_ALLGATHER, 16, 5)));
        assertEquals(Map.of(1, 6, 2, 3, 4, 2, 8, 1), blocksByDistance(allgather(Algorithm.SPARBIT_ALLGATHER, 13, 5)));
    }
}
