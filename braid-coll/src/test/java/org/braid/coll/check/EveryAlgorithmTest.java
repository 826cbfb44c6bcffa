package org.braid.coll.check;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.braid.coll.Schedules;
import org.braid.coll.Schedules.InPlace;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.schedule.Operation;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every algorithm of every operation, every size up to 33 and the sizes round 64, every root (of 18 to 30 ranks every fifth, of 64 and 65 three), every kind of operator and awkward counts. */
@Execution(CONCURRENT)
class EveryAlgorithmTest {
    private static final int[] LARGE = IntStream.concat(IntStream.rangeClosed(18, 33), IntStream.of(64, 65)).toArray();

    static Stream<Arguments> algorithmsOfOperations() {
        List<Arguments> all = new ArrayList<>();
        for (Algorithm algorithm : Algorithm.values()) {
            for (Operation operation : Operation.values()) {
                if (algorithm.serves(operation) && !algorithm.text().startsWith("multilevel")) { // those have a test of their own
                    all.add(Arguments.of(algorithm, operation));
                }
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("algorithmsOfOperations")
    void doesExactlyWhatTheOperationMeansAtEverySmallSize(Algorithm algorithm, Operation operation) {
        long proven = IntStream.rangeClosed(1, 17).mapToLong(size -> prove(algorithm, operation, size)).sum();
        assertTrue(proven > 0);
    }

    @ParameterizedTest
    @MethodSource("algorithmsOfOperations")
    void doesSoUpTo33AndAround64(Algorithm algorithm, Operation operation) {
        long proven = IntStream.of(LARGE).mapToLong(size -> prove(algorithm, operation, size)).sum();
        assertTrue(proven > 0);
    }

    private static long prove(Algorithm algorithm, Operation operation, int size) {
        long proven = 0;
        for (int kind = 0; kind < (operation.isReduction() ? 2 : 1); kind++) {
            boolean commutative = kind == 0;
            if (algorithm.allows(size, commutative)) {
                for (InPlace inPlace : operation.allowsInPlace() ? InPlace.values() : new InPlace[] {InPlace.NOBODY}) {
                    proven += proveAllRoots(algorithm, operation, size, commutative, inPlace);
                }
            }
        }
        return proven;
    }

    private static long proveAllRoots(Algorithm algorithm, Operation operation, int size, boolean commutative, InPlace inPlace) {
        int roots = operation.isRooted() ? size : 1;
        int step = size <= 17 || size >= 31 && size <= 33 ? 1 : size < 64 ? 5 : size / 2;
        long proven = 0;
        for (int root = 0; root < roots; root += step) {
            Checker schedules = Checker.of(Schedules.of(algorithm, operation, size, root, commutative, inPlace));
            for (int count : counts(size, root)) {
                schedules.check(new Instance(operation, size, root, count, commutative));
                proven++;
            }
        }
        return proven;
    }

    /** All awkward counts; at sizes around a power of two for some roots only, for the others the count with unequal cuts; from 64 ranks on, where a proof takes seconds, one element and unequal cuts. */
    private static int[] counts(int size, int root) {
        boolean all = size <= 17 || root <= 1 || root == size - 1;
        if (all && size >= 64) {
            return new int[] {1, size + 1};
        }
        boolean awkward = all && (size <= 17 || size >= 31);
        return awkward ? IntStream.of(0, 1, size - 1, size, size + 1).distinct().toArray() : new int[] {size + 1};
    }
}
