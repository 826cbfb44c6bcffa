package org.braid.cli.run;

import java.util.concurrent.locks.LockSupport;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * A program whose last rank finalizes while rank 0 still needs it. Rank 0 makes the calls that it is named, prints what each is told, and ends with code 3. The last rank has sent one
 * message ({@code met}) or none; then its process waits to be ended ({@code stays}) or ends.
 */
public final class Leaver {
    private Leaver() {}

    public static void main(String[] arguments) {
        MPI.Init(arguments);
        Intracomm world = MPI.COMM_WORLD;
        boolean meets = arguments[0].equals("met");
        if (world.getRank() == world.getSize() - 1) {
            if (meets) {
                world.send(new byte[1], 1, MPI.BYTE, 0, 1);
            }
            MPI.Finalize();
            while (arguments[1].equals("stays")) {
                LockSupport.park(); // returns at once if somebody has unparked this thread before
            }
            return;
        }
        for (int i = 2; i < arguments.length; i++) {
            try {
                NeedyCall.make(arguments[i], world);
                System.out.println(arguments[i] + ": nothing");
            } catch (MPIException e) {
                System.out.println(arguments[i] + ": " + e.getMessage());
            }
        }
        if (meets) {
            world.recv(new byte[1], 1, MPI.BYTE, world.getSize() - 1, 1);
            System.out.println("got what was sent before");
        }
        System.exit(3);
    }
}
