package org.braid.mpi.data.reduction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.SplittableRandom;
import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.MemoryKind;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.UserMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** Every predefined operation on every base type, in every kind of memory, against a naive evaluator. */
@Execution(CONCURRENT)
class ReductionTest {
  private static final int[] COUNTS = {0, 1, 7, 511, 512, 513, 1300};
  private static final EnumSet<ReductionOperation> ARITHMETIC =
      EnumSet.of(ReductionOperation.MAX, ReductionOperation.MIN, ReductionOperation.SUM, ReductionOperation.PROD);
  private static final EnumSet<BaseType> NUMBERS =
      EnumSet.of(BaseType.BYTE, BaseType.CHAR, BaseType.SHORT, BaseType.INT, BaseType.LONG, BaseType.FLOAT, BaseType.DOUBLE);

  @Test
  void everyOperationOnEveryTypeAgreesWithTheNaiveEvaluatorInEveryKindOfMemory() {
    for (BaseType type : NUMBERS) {
      for (ReductionOperation op : ReductionOperation.values()) {
        Reduction reduction = Reduction.of(op, TypeMap.of(type));
        if (reduction == null) {
          continue;
        }
        for (int n : COUNTS) {
          check(type, op, reduction, n);
        }
      }
    }
  }

  private static void check(BaseType type, ReductionOperation op, Reduction reduction, int n) {
    Object in = random(type, n, 1);
    Object start = random(type, n, 2);
    Object expected = NaiveReduction.apply(op, in, start);
    for (MemoryKind left : MemoryKind.values()) {
      for (MemoryKind right : MemoryKind.values()) {
        int bytes = n * type.bytes();
        Object a = left.holding(in, bytes);
        Object b = right.holding(start, bytes);
        reduction.reduce(a, left.offset(type), b, right.offset(type), n);
        Object result = Array.newInstance(type.arrayClass().getComponentType(), n);
        UserMemory.copy(b, right.offset(type), result, 0, bytes);
        for (int i = 0; i < n; i++) {
          assertEquals(Array.get(expected, i), Array.get(result, i), type + " " + op + " [" + i + "] " + left + " " + right);
        }
      }
    }
  }

  /** Small values and extremes mixed, so that ties, overflow and zeros occur. */
  private static Object random(BaseType type, int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 31 + n);
    Object array = Array.newInstance(type.arrayClass().getComponentType(), n);
    for (int i = 0; i < n; i++) {
      long value = random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(-2, 3);
      NaiveReduction.set(array, i, value);
    }
    return array;
  }

  @Test
  void floatsHaveNoLogicalOrBitwiseOperationsAndPairsOnlyTheirOwn() {
    for (ReductionOperation op : ReductionOperation.values()) {
      boolean sided = op == ReductionOperation.REPLACE || op == ReductionOperation.NO_OP;
      boolean onDouble = Reduction.of(op, TypeMap.of(BaseType.DOUBLE)) != null;
      assertEquals(sided || ARITHMETIC.contains(op), onDouble, op + " on double");
      boolean onBoolean = Reduction.of(op, TypeMap.of(BaseType.BOOLEAN)) != null;
      boolean located = op == ReductionOperation.MAXLOC || op == ReductionOperation.MINLOC;
      assertEquals(!located && !ARITHMETIC.contains(op), onBoolean, op + " on boolean");
    }
    assertNull(Reduction.of(ReductionOperation.MAX, TypeMap.complex(BaseType.DOUBLE)));
    assertNull(Reduction.of(ReductionOperation.SUM, TypeMap.pair(BaseType.SHORT, BaseType.INT)));
  }

  @Test
  void booleansReduceInArraysAndInBytes() {
    boolean[] in = {false, false, true, true};
    boolean[] inout = {false, true, false, true};
    reduction(ReductionOperation.LXOR, TypeMap.of(BaseType.BOOLEAN)).reduce(in, 0, inout, 0, 4);
    assertEquals("[false, true, true, false]", java.util.Arrays.toString(inout));
    byte[] bytes = {1, 1, 0, 0};
    reduction(ReductionOperation.LAND, TypeMap.of(BaseType.BOOLEAN)).reduce(in, 2, bytes, 1, 2);
    assertEquals("[1, 1, 0, 0]", java.util.Arrays.toString(bytes));
  }

  @Test
  void maxlocAndMinlocKeepTheLowerIndexOfEqualValues() {
    for (int a = -1; a <= 1; a++) {
      for (int b = -1; b <= 1; b++) {
        for (int i = 0; i < 3; i++) {
          for (int j = 0; j < 3; j++) {
            checkPair(a, i, b, j);
          }
        }
      }
    }
  }

  private static void checkPair(int a, int i, int b, int j) {
    int[] inout = {b, j};
    reduction(ReductionOperation.MAXLOC, TypeMap.pair(BaseType.INT, BaseType.INT)).reduce(new int[] {a, i}, 0, inout, 0, 1);
    assertEquals(Math.max(a, b), inout[0]);
    assertEquals(a == b ? Math.min(i, j) : a > b ? i : j, inout[1]);
    ByteBuffer left = doubleInt(a, i);
    ByteBuffer right = doubleInt(b, j);
    reduction(ReductionOperation.MINLOC, TypeMap.pair(BaseType.DOUBLE, BaseType.INT)).reduce(left, 0, right, 0, 1);
    assertEquals(Math.min(a, b), right.getDouble(0));
    assertEquals(a == b ? Math.min(i, j) : a < b ? i : j, right.getInt(8));
  }

  private static ByteBuffer doubleInt(double value, int index) {
    return ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder()).putDouble(0, value).putInt(8, index);
  }

  @Test
  void complexNumbersMultiplyAsNumbersAndAddByParts() {
    double[] inout = {3, 4};
    reduction(ReductionOperation.PROD, TypeMap.complex(BaseType.DOUBLE)).reduce(new double[] {1, 2}, 0, inout, 0, 1);
    assertEquals("[-5.0, 10.0]", java.util.Arrays.toString(inout));
    float[] sums = {3, 4};
    reduction(ReductionOperation.SUM, TypeMap.complex(BaseType.FLOAT)).reduce(new float[] {1, 2}, 0, sums, 0, 1);
    assertEquals("[4.0, 6.0]", java.util.Arrays.toString(sums));
  }

  @Test
  void aUserFunctionSeesArraysOfTheBaseTypeFromIndexZero() {
    UserReduction.Function minus = (in, inout, offset, n) -> {
      for (int k = offset; k < n; k++) {
        ((int[]) inout)[k] = ((int[]) in)[k] - ((int[]) inout)[k];
      }
    };
    int[] inout = {0, 10, 20};
    new UserReduction(TypeMap.of(BaseType.INT), BaseType.INT, minus, false).reduce(new int[] {7, 8}, 0, inout, 4, 2);
    assertEquals("[0, -3, -12]", java.util.Arrays.toString(inout));
  }

  private static Reduction reduction(ReductionOperation op, TypeMap map) {
    return assertNotNull(Reduction.of(op, map), op.name());
  }

  private static Reduction assertNotNull(@org.jspecify.annotations.Nullable Reduction reduction, String name) {
    if (reduction == null) {
      throw new AssertionError(name + " is missing");
    }
    return reduction;
  }
}
