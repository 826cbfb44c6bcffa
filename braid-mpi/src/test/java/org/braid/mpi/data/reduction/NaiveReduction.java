package org.braid.mpi.data.reduction;

import java.lang.reflect.Array;

/** The definition of each operation, one boxed element at a time. */
final class NaiveReduction {
  private NaiveReduction() {}

  static Object apply(ReductionOperation op, Object in, Object inout) {
    int n = Array.getLength(in);
    Object result = Array.newInstance(in.getClass().getComponentType(), n);
    for (int i = 0; i < n; i++) {
      if (in instanceof double[] || in instanceof float[]) {
        setReal(result, i, real(op, Array.getDouble(in, i), Array.getDouble(inout, i)));
      } else {
        set(result, i, whole(op, integer(in, i), integer(inout, i)));
      }
    }
    return result;
  }

  private static long integer(Object array, int i) {
    return array instanceof char[] chars ? chars[i] : Array.getLong(array, i);
  }

  private static double real(ReductionOperation op, double a, double b) {
    return switch (op) {
      case MAX -> Math.max(a, b);
      case MIN -> Math.min(a, b);
      case SUM -> a + b;
      case PROD -> a * b;
      case REPLACE -> a;
      case NO_OP -> b;
      default -> throw new AssertionError(op + " on real numbers");
    };
  }

  private static long whole(ReductionOperation op, long a, long b) {
    return switch (op) {
      case MAX -> Math.max(a, b);
      case MIN -> Math.min(a, b);
      case SUM -> a + b;
      case PROD -> a * b;
      case LAND -> a != 0 && b != 0 ? 1 : 0;
      case BAND -> a & b;
      case LOR -> a != 0 || b != 0 ? 1 : 0;
      case BOR -> a | b;
      case LXOR -> (a != 0) != (b != 0) ? 1 : 0;
      case BXOR -> a ^ b;
      case REPLACE -> a;
      case NO_OP -> b;
      case MAXLOC, MINLOC -> throw new AssertionError(op + " on single numbers");
    };
  }

  private static void setReal(Object array, int i, double value) {
    if (array instanceof float[] floats) {
      floats[i] = (float) value;
    } else {
      Array.setDouble(array, i, value);
    }
  }

  /** Stores the low bits of {@code value}. */
  static void set(Object array, int i, long value) {
    switch (array) {
      case byte[] a -> a[i] = (byte) value;
      case char[] a -> a[i] = (char) value;
      case short[] a -> a[i] = (short) value;
      case int[] a -> a[i] = (int) value;
      case long[] a -> a[i] = value;
      case float[] a -> a[i] = value;
      case double[] a -> a[i] = value;
      default -> throw new AssertionError(array.getClass());
    }
  }
}
