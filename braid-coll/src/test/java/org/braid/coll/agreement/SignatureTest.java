package org.braid.coll.agreement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.schedule.Operation;
import org.junit.jupiter.api.Test;

/** What differs in a call differs in its signature, and can be told from it. */
class SignatureTest {
    /** What a name of a plan has room for: the catalogue's next algorithm that does not fit fails here. */
    @Test
    void eachAlgorithmOfAnOperationHasANameOfItsOwn() {
        for (Operation operation : Operation.values()) {
            List<Integer> names = PlanName.serving(operation).stream().map(each -> PlanName.of(operation, each, null)).toList();
            assertEquals(names.size(), names.stream().distinct().count());
            assertTrue(names.size() <= PlanName.MOST_SERVING, operation + " has " + names.size());
            assertTrue(names.stream().allMatch(name -> name > PlanName.NONE && name < 256), operation + " " + names);
            for (int i = 0; i < names.size(); i++) {
                assertTrue(operation == Operation.NEIGHBOR_REDUCE || !PlanName.isTold(names.get(i)) && !PlanName.isShared(names.get(i)));
                assertEquals(" by " + PlanName.serving(operation).get(i).text(), PlanName.text(operation, names.get(i)));
            }
        }
    }

    /** Reductions between two groups go by the name of another operation: what is left of the eight bits is for their plans. */
    @Test
    void plansOfReductionsBetweenGroupsAreToldByTheirNames() {
        int last = PlanName.serving(Operation.NEIGHBOR_REDUCE).stream().mapToInt(each -> PlanName.of(Operation.NEIGHBOR_REDUCE, each, null)).max().orElseThrow();
        assertTrue(last < 8, "the next ones mean that an algorithm was told something");
        long one = Signature.of(Operation.ALLREDUCE, null, 0, 3, 8, 5, PlanName.of(Operation.NEIGHBOR_REDUCE, Algorithm.LINEAR_NEIGHBOR_REDUCE, null));
        long other = Signature.of(Operation.ALLREDUCE, null, 0, 3, 8, 5, PlanName.of(Operation.NEIGHBOR_REDUCE, Algorithm.MULTILEVEL_NEIGHBOR_REDUCE, null));
        long told = Signature.of(Operation.ALLREDUCE, null, 0, 3, 8, 5, PlanName.of(Operation.NEIGHBOR_REDUCE, Algorithm.MULTILEVEL_NEIGHBOR_REDUCE, Tuning.parse("rank=chain", Algorithm.MULTILEVEL_NEIGHBOR_REDUCE.keys())));
        assertTrue(Signature.differByPlanOnly(one, other) && Signature.differByPlanOnly(one, told));
        String error = new Disagreement(0, 0, one, 1, other).error().getMessage();
        assertTrue(error.contains("by linear and rank 1 calls allreduce") && error.contains("by multilevel"), error);
        String telling = new Disagreement(0, 0, one, 1, told).error().getMessage();
        assertTrue(telling.contains("told to work in a way of its own"), telling);
    }

    /** The name of a call has six bits: the next purpose that does not fit fails here. */
    @Test
    void eachPurposeIsToldByItsText() {
        for (Purpose purpose : Purpose.values()) {
            long signature = Signature.of(Operation.ALLGATHER, purpose, 3, 0, 8, 0, PlanName.SHARED_MEMORY);
            assertEquals(purpose.isRooted() ? purpose.text() + " with root 3" : purpose.text(), Signature.text(signature));
            assertTrue(Signature.mayBeShared(signature, 4));
        }
    }

    /** A planted bug: a port that loses the plan. Then ranks that choose differently pass for the same call, which is what the eight bits are for. */
    @Test
    void withoutThePlanTheSignaturesOfDifferentAlgorithmsAreEqual() {
        long one = Signature.of(Operation.BCAST, null, 0, 0, 8, 0, 0x10);
        long other = Signature.of(Operation.BCAST, null, 0, 0, 8, 0, 0x1A);
        assertTrue(Signature.differByPlanOnly(one, other));
        assertEquals(one << 10, other << 10);
        assertTrue(!Signature.differByPlanOnly(one, one) && !Signature.differByPlanOnly(one, Signature.of(Operation.BCAST, null, 0, 0, 9, 0, 0x1A)));
    }

    /** Four bits of a hash had told one pair in fifteen apart from nothing; then ranks waited. */
    @Test
    void waysToTellAnAlgorithmAreToldApartWithTheirSize() {
        List<Integer> names = new ArrayList<>();
        for (int kib = 1; kib <= 64; kib++) {
            names.add(PlanName.of(Operation.BCAST, Algorithm.CHAIN_BCAST, Tuning.parse("segment=" + kib + "KiB", Algorithm.CHAIN_BCAST.keys())));
        }
        for (long bytes : new long[] {0, 8, (1 << 18) - 1, 1 << 18, 5L << 30}) {
            List<Long> all = names.stream().map(name -> Signature.of(Operation.BCAST, null, 0, 0, bytes, 1, name)).toList();
            assertEquals(all.size(), all.stream().distinct().count());
            String error = new Disagreement(0, 0, all.get(7), 1, all.get(8)).error().getMessage();
            assertTrue(error.contains(" by chain told to work in a way of its own ("), error);
            assertTrue(bytes >= 1 << 18 || error.contains("(as of segment=8KiB, ") && error.contains("(as of segment=9KiB, "), error);
            assertTrue(error.contains("Set BRAID_COLL, BRAID_PROFILE, BRAID_REPRODUCIBLE and the hints braid_coll and braid_reproducible alike"), error);
        }
        int told = names.get(7);
        String sizes = new Disagreement(0, 0, Signature.of(Operation.BCAST, null, 0, 0, 8, 1, told), 1, Signature.of(Operation.BCAST, null, 0, 0, 9, 1, told)).error().getMessage();
        assertTrue(sizes.contains("of 8 ") && sizes.contains("of 9 "), sizes);
    }

    @Test
    void everySizeBelowAGibibyteIsToldFromEveryOther() {
        long[] sizes = {0, 1, 2, 3, 4, 8, 1000, 1 << 17, (1 << 17) + 1, (1 << 29) + 5, (1 << 30) - 1};
        for (long one : sizes) {
            for (long other : sizes) {
                long mine = Signature.of(Operation.ALLREDUCE, null, 1000, 15, one, 10, 255);
                assertEquals(one == other, mine == Signature.of(Operation.ALLREDUCE, null, 1000, 15, other, 10, 255));
                assertEquals(0, mine >>> Signature.BITS);
            }
        }
        long large = Signature.of(Operation.BCAST, null, 0, 0, 5L << 30, 8, 0);
        assertTrue(Signature.textWithSize(large).endsWith("of more than 1 GiB of MPI.DOUBLE"), Signature.textWithSize(large));
    }

    /** Of others the whole call may differ; of a broadcast it is the count that users of other libraries are used to. */
    @Test
    void whoGivesABroadcastMoreRoomIsToldThatTheBufferMayBeLongerAndTheCountMayNot() {
        assertTrue(whatToDo(Operation.BCAST).contains("Give bcast the root's count and type on every rank"), whatToDo(Operation.BCAST));
        assertTrue(whatToDo(Operation.GATHER).startsWith("Call the same operations"), whatToDo(Operation.GATHER));
    }

    private static String whatToDo(Operation operation) {
        return new Disagreement(0, 0, Signature.of(operation, null, 0, 0, 40, 5, 1), 1, Signature.of(operation, null, 0, 0, 80, 5, 2)).error().whatToDo();
    }

    /** A rank under BRAID_SHARED_COLLECTIVES=false goes by an algorithm where the others say what they say before they share memory. */
    @Test
    void whoSharesNoMemoryIsToldOfTheOrderOfCallsAndThenOfTheVariableThatDecidesIt() {
        for (int shared : new int[] {PlanName.NONE, PlanName.SHARED_MEMORY, PlanName.SHARED_MEMORY_KEEPING_BITS}) {
            String error = new Disagreement(3, 0, Signature.of(Operation.BCAST, null, 0, 0, 8, 0, shared), 1, Signature.of(Operation.BCAST, null, 0, 0, 8, 0, 0x10)).error().getMessage();
            assertTrue(error.contains(" over shared memory") && error.contains(" by binomial") && error.contains("and from one thread of a rank at a time: threads that call at once have a communicator each, by dup. If it is so: set BRAID_SHARED_COLLECTIVES alike") && !error.contains("algorithm 0"), error);
        }
        assertTrue(!new Disagreement(3, 0, Signature.of(Operation.BCAST, null, 0, 0, 8, 0, 0x1A), 1, Signature.of(Operation.BCAST, null, 0, 0, 8, 0, 0x10)).error().getMessage().contains("SHARED"));
    }

    @Test
    void everyOperatorIsToldFromEveryOther() {
        for (Operation operation : Operation.values()) {
            for (int one = 0; one < 16; one++) {
                for (int other = 0; other < one; other++) {
                    long mine = Signature.of(operation, null, 3, one, 64, 5, 0);
                    long theirs = Signature.of(operation, null, 3, other, 64, 5, 0);
                    assertEquals(operation.isReduction(), mine != theirs);
                    assertEquals(operation.isReduction(), !Signature.nameSame(mine, theirs));
                }
            }
        }
    }

    @Test
    void bitsThatMeanNothingSeldomPassForACall() {
        Random random = new Random(12);
        long passed = LongStream.generate(random::nextLong).limit(1_000_000).filter(bits -> Signature.mayBeShared(bits, 4)).count();
        assertTrue(passed < 300, passed + " of a million");
        for (Operation operation : Operation.values()) {
            int root = operation.isRooted() ? 3 : 0;
            int operator = operation.isReduction() ? 9 : 0;
            assertTrue(Signature.mayBeShared(Signature.of(operation, null, root, operator, 1L << 33, 5, PlanName.SHARED_MEMORY), 4), operation.text());
            assertTrue(!Signature.mayBeShared(Signature.of(operation, null, root, operator, 8, 5, 0x10), 4), operation.text());
            assertTrue(!operation.isRooted() || !Signature.mayBeShared(Signature.of(operation, null, root, operator, 8, 5, PlanName.SHARED_MEMORY), 3), operation.text());
        }
    }
}
