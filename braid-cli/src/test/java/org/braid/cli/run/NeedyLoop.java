package org.braid.cli.run;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Request;

/** Loops by their names, without a bound of their own, that do nothing but look for what the last rank would do. */
final class NeedyLoop {
    private static final int MANY = 5_000_000;

    private NeedyLoop() {}

    static void run(String name, Intracomm world) {
        int last = world.getSize() - 1;
        byte[] some = new byte[MANY];
        switch (name) {
            case "test" -> loop(world.iRecv(some, 1, MPI.BYTE, last, 0)::test);
            case "testAny" -> loop(testAny(world.iRecv(some, 1, MPI.BYTE, last, 0), world.iRecv(some, 1, MPI.BYTE, MPI.ANY_SOURCE, 0)));
            case "testAll" -> loop(testAll(world.iRecv(some, 1, MPI.BYTE, last, 0), world.iRecv(some, 1, MPI.BYTE, last, 0)));
            case "testSend" -> loop(world.iSend(some, MANY, MPI.BYTE, last, 0)::test);
            case "testBarrier" -> loop(world.iBarrier()::test);
            case "iProbe" -> loop(() -> world.iProbe(last, 0) != null);
            case "iProbeAny" -> loop(() -> napping(world.iProbe(MPI.ANY_SOURCE, 0) != null));
            case "imProbe" -> loop(() -> yielding(new Message().imProbe(last, 0, world) != null));
            default -> throw new IllegalArgumentException(name);
        }
    }

    private static void loop(BooleanSupplier done) {
        while (!done.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    private static BooleanSupplier testAny(Request... requests) {
        return () -> Request.testAnyStatus(requests) != null;
    }

    private static BooleanSupplier testAll(Request... requests) {
        return () -> Request.testAll(requests);
    }

    private static boolean napping(boolean done) {
        LockSupport.parkNanos(1_000_000);
        return done;
    }

    private static boolean yielding(boolean done) {
        Thread.yield();
        return done;
    }
}
