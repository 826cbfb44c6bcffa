package org.braid.house.hosts;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** A program of two jobs that were started apart: one prints a port that other hosts reach and accepts there, the other has it as its argument and connects. Its first argument says what they do when they have met; where that is {@code held} their first ranks say how far they have come meanwhile. */
public final class Meets {
    private static final int TAG = 5;

    private Meets() {}

    public static void main(String[] arguments) {
        MPI.Init(arguments);
        if (arguments[0].equals("held") && MPI.COMM_WORLD.Rank() == 0) {
            Thread caller = Thread.currentThread();
            Thread.ofPlatform().daemon().start(() -> sayWhereItIs(caller));
        }
        if (arguments.length > 1) {
            does(arguments[0], () -> MPI.COMM_WORLD.connect(arguments[1], 0));
        } else {
            String port = opened();
            does(arguments[0], () -> MPI.COMM_WORLD.accept(port, 0));
        }
        MPI.Finalize();
    }

    /** Its calls say so. */
    private static void sayWhereItIs(Thread caller) {
        while (!isIn(caller, "meeting.Beside.await")) {
            LockSupport.parkNanos(1_000_000);
        }
        System.out.println("waits for a leader");
        while (isIn(caller, "meeting.Beside.await")) {
            LockSupport.parkNanos(1_000_000);
        }
        System.out.println("has heard the leader");
    }

    private static boolean isIn(Thread caller, String method) {
        return Arrays.stream(caller.getStackTrace()).anyMatch(frame -> (frame.getClassName() + "." + frame.getMethodName()).endsWith(method));
    }

    private static String opened() {
        if (MPI.COMM_WORLD.Rank() > 0) {
            return "";
        }
        Info network = new Info();
        network.set("braid_reach", "network");
        String port = Intracomm.openPort(network);
        System.out.println("port " + port + " .");
        return port;
    }

    private interface Meeting {
        Intercomm met();
    }

    private static void does(String what, Meeting meeting) {
        if (what.equals("refused")) {
            told(meeting::met);
            return;
        }
        if (what.equals("held")) {
            told(() -> meet(meeting.met()));
            return;
        }
        Intercomm other = meeting.met();
        if (what.equals("meet")) {
            meet(other);
        } else {
            System.out.println("rank " + MPI.COMM_WORLD.Rank() + " is ready");
            told(() -> other.recv(new int[1], 1, MPI.INT, 1, TAG));
        }
    }

    /** Each with each of the other side, and all together. */
    private static void meet(Intercomm other) {
        for (int to = 0; to < other.getRemoteSize(); to++) {
            other.iSend(new int[] {1 + other.getRank()}, 1, MPI.INT, to, TAG);
        }
        int sum = 0;
        for (int from = 0; from < other.getRemoteSize(); from++) {
            int[] got = new int[1];
            other.recv(got, 1, MPI.INT, from, TAG);
            sum += got[0];
        }
        Intracomm all = other.merge(MPI.Get_processor_name().equals("host2"));
        int[] ranks = new int[1];
        all.allReduce(new int[] {1}, ranks, 1, MPI.INT, MPI.SUM);
        System.out.println("rank " + MPI.COMM_WORLD.Rank() + " met " + sum + " of " + ranks[0]);
        all.disconnect();
        other.disconnect();
    }

    private static void told(Runnable call) {
        try {
            call.run();
            System.out.println("rank " + MPI.COMM_WORLD.Rank() + " not told");
        } catch (MPIException e) {
            System.out.println("rank " + MPI.COMM_WORLD.Rank() + " told " + e.getErrorClass() + " " + e.getMessage());
        }
    }
}
