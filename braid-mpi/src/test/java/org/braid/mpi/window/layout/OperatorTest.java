package org.braid.mpi.window.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.TypeMaps;
import org.braid.mpi.data.reduction.ReductionOperation;
import org.junit.jupiter.api.Test;

/** An operator means the same at both sides, for every operation and every kind of element. */
class OperatorTest {
    @Test
    void theCodeOfEveryOperatorIsReadAsItself() {
        int known = 0;
        for (ReductionOperation operation : ReductionOperation.values()) {
            for (BaseType base : BaseType.values()) {
                for (TypeMap type : new TypeMap[] {TypeMap.of(base), TypeMap.complex(base == BaseType.DOUBLE ? base : BaseType.FLOAT), TypeMap.pair(base, BaseType.INT)}) {
                    Operator made = Operator.of(operation, type);
                    if (made != null) {
                        Operator read = Operator.of(made.code());
                        assertNotNull(read);
                        assertEquals(made.code(), read.code());
                        known++;
                    }
                }
            }
        }
        assertTrue(known > 100, known + " were made");
    }

    @Test
    void whatMpiDoesNotDefineIsNoOperator() {
        assertNull(Operator.of(ReductionOperation.MAXLOC, TypeMap.of(BaseType.INT)));
        assertNull(Operator.of(ReductionOperation.BAND, TypeMap.of(BaseType.DOUBLE)));
        assertNull(Operator.of(ReductionOperation.MAX, TypeMap.complex(BaseType.DOUBLE)));
        assertNull(Operator.of(ReductionOperation.SUM, TypeMap.pair(BaseType.DOUBLE, BaseType.INT)));
    }

    @Test
    void pairsOfDerivedTypesAreCombinedOneByOneWhereverTheyLie() {
        TypeMap pair = TypeMap.pair(BaseType.DOUBLE, BaseType.INT);
        Operator plain = Operator.of(ReductionOperation.MAXLOC, pair);
        assertNotNull(plain);
        TypeMap manyInLoops = TypeMaps.indexed(new long[] {3000, 1}, new long[] {0, 1 << 20}, TypeMaps.vector(2, 1, 40, pair));
        for (TypeMap derived : new TypeMap[] {TypeMaps.contiguous(2, pair), TypeMaps.vector(3, 2, 48, pair), TypeMaps.resized(pair, 0, 12), TypeMaps.indexed(new long[] {1, 1}, new long[] {32, 0}, pair), manyInLoops}) {
            Operator made = Operator.of(ReductionOperation.MAXLOC, derived);
            assertNotNull(made);
            assertEquals(plain.code(), made.code());
            long pairs = derived.elements() / 2;
            assertEquals(12 * pairs, made.layout(derived, 1).sizeBytes());
            assertEquals(12 * pairs, made.layout(pair, pairs).sizeBytes(), "as many bytes at either side");
            assertEquals(12 * pairs, plain.alsoFor(derived).layout(pair, pairs).sizeBytes());
            long[] seen = new long[1];
            made.layout(derived, 1).forEach((at, packed, bytes) -> {
                assertEquals(12, bytes);
                assertEquals(derived.elementAtBytes(2 * seen[0]++), at);
            });
            assertEquals(pairs, seen[0]);
        }
        assertEquals(28, plain.layout(pair, 2).sizeBytes(), "an array of pairs is one block");
    }

    @Test
    void whatOnlyLooksLikePairsIsNone() {
        TypeMap valuesAndIndices = TypeMaps.struct(new long[] {2, 2}, new long[] {0, 16}, new TypeMap[] {TypeMap.of(BaseType.DOUBLE), TypeMap.of(BaseType.INT)});
        TypeMap far = TypeMaps.struct(new long[] {1, 1}, new long[] {0, 16}, new TypeMap[] {TypeMap.of(BaseType.DOUBLE), TypeMap.of(BaseType.INT)});
        TypeMap oneMore = TypeMaps.struct(new long[] {2, 1}, new long[] {0, 32}, new TypeMap[] {TypeMap.pair(BaseType.DOUBLE, BaseType.INT), TypeMap.of(BaseType.DOUBLE)});
        TypeMap single = TypeMaps.vector(4, 1, 8, TypeMap.of(BaseType.INT));
        for (TypeMap other : new TypeMap[] {valuesAndIndices, far, oneMore, single, TypeMaps.contiguous(0, TypeMap.of(BaseType.INT))}) {
            assertNull(Operator.of(ReductionOperation.MINLOC, other));
        }
    }

    @Test
    void anyOtherCodeIsNoOperatorAndNothingWorse() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100_000; i++) {
            Operator read = Operator.of(random.nextInt());
            assertTrue(read == null || read.code() != -1);
        }
    }

    @Test
    void derivedTypesOfOneBasicTypeAreCombinedAsThat() {
        Operator whole = Operator.of(ReductionOperation.SUM, TypeMaps.vector(3, 1, 20, TypeMap.of(BaseType.INT)));
        Operator plain = Operator.of(ReductionOperation.SUM, TypeMap.of(BaseType.INT));
        assertNotNull(whole);
        assertNotNull(plain);
        assertEquals(plain.code(), whole.code());
        int[] inout = {1, 2};
        whole.reduce(new int[] {10, 20}, 0, inout, 0, 8);
        assertEquals(11, inout[0]);
        assertEquals(22, inout[1]);
    }
}
