package org.braid.cli.run;

import java.util.concurrent.TimeUnit;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * A program whose last rank is dead before the first rank turns to it for the first time, and whose launcher is told late: it is stopped until the first rank waits, or is told
 * otherwise. The first rank prints what it is told, and keeps its process that long. The middle rank introduces the two: it passes the last rank's pid on. With
 * {@code lookedUp} the first rank has the last one's table from before.
 */
public final class Stranger {
    private static final int MIDDLE = 1;
    private static final int LAST = 2;

    private Stranger() {}

    public static void main(String[] arguments) throws Exception {
        MPI.Init(arguments);
        Intracomm world = MPI.COMM_WORLD;
        long[] pid = {ProcessHandle.current().pid()};
        switch (world.getRank()) {
            case LAST -> world.send(pid, 1, MPI.LONG, MIDDLE, 0);
            case MIDDLE -> {
                world.recv(pid, 1, MPI.LONG, LAST, 0);
                world.send(pid, 1, MPI.LONG, 0, 0);
            }
            default -> {
                world.recv(pid, 1, MPI.LONG, MIDDLE, 0);
                if (arguments[0].equals("lookedUp")) {
                    world.send(pid, 1, MPI.LONG, MIDDLE, 1);
                }
                System.out.println("told: 0 " + told(world, pid[0]));
            }
        }
        world.recv(pid, 1, MPI.LONG, MPI.ANY_SOURCE, 7); // until this job ends
    }

    private static String told(Intracomm world, long last) throws Exception {
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Survivor.awaitEnd(main)));
        long launcher = ProcessHandle.current().parent().orElseThrow().pid();
        TestJob.signal("STOP", launcher);
        TestJob.signal("KILL", last);
        TestJob.ends(last, 10_000);
        new Thread(() -> resume(launcher, main)).start();
        try {
            world.send(new byte[1], 1, MPI.BYTE, LAST, 0);
            world.recv(new byte[1], 1, MPI.BYTE, LAST, 0);
            return "nothing";
        } catch (MPIException e) {
            return String.valueOf(e.getMessage());
        } finally {
            resume(launcher, main);
        }
    }

    private static void resume(long launcher, Thread main) {
        try {
            while (main != Thread.currentThread() && main.getState() == Thread.State.RUNNABLE) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            TestJob.signal("CONT", launcher);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
