package org.braid.base.os;
import java.lang.foreign.*;
public final class Futex { public static void await(MemorySegment m, long o, int e, long t) { java.util.concurrent.locks.LockSupport.parkNanos(Math.min(t, 50000)); } public static void wake(MemorySegment m, long o, int n) {} }
