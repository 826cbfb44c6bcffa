package org.braid.cli.run;

import java.util.concurrent.locks.LockSupport;
import mpi.MPI;

/**
 * A program that is to be killed at a certain moment: it says which one it has reached, and stays there. The first rank never gets to the moment, so that the others really are inside
 * the call they are killed in.
 */
public final class Moments {
    private Moments() {}

    public static void main(String[] arguments) throws Exception {
        String moment = arguments[0];
        boolean first = System.getProperty("braid.rank").equals("0");
        at("start", moment, false);
        at("init", moment, !first);
        MPI.Init(arguments);
        at("middle", moment, false);
        int[] sum = new int[1];
        MPI.COMM_WORLD.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        at("collective", moment, !first);
        MPI.COMM_WORLD.Barrier();
        at("finalize", moment, !first);
        MPI.Finalize();
        at("finalized", moment, false);
    }

    private static void at(String here, String moment, boolean goesOn) {
        if (here.equals(moment)) {
            System.out.println("ready " + ProcessHandle.current().pid());
            while (!goesOn) {
                LockSupport.park();
            }
        }
    }
}
