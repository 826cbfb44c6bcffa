package org.braid.house.hosts;

import java.util.concurrent.locks.LockSupport;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** A program that publishes names of ports and looks them up. Its first argument says who does what: {@code across} the ranks of a job, {@code spawned} processes for the job that has asked for them, {@code alone} in a job of its own, {@code forever}. */
public final class Publishes {
    private static final String SERVICE = "the service";
    private static final int TAG = 5;
    private static final int LONGEST = 1024;
    private static final int MOST_LOOKS = 3000;
    private static final long LOOK_NS = 20_000_000L;

    private Publishes() {}

    public static void main(String[] arguments) {
        MPI.Init(arguments);
        Intercomm parent = Intercomm.getParent();
        switch (arguments[0]) {
            case "across" -> across(MPI.COMM_WORLD.Rank());
            case "alone" -> told("lookup", () -> Intracomm.lookupName(SERVICE));
            case "forever" -> forever();
            default -> {
                if (parent.isNull()) {
                    asking(arguments[1]);
                } else {
                    spawned(parent);
                }
            }
        }
        MPI.Finalize();
    }

    private static String who() {
        return (Intercomm.getParent().isNull() ? "asking" : "spawned") + " rank " + MPI.COMM_WORLD.Rank() + " on " + MPI.Get_processor_name();
    }

    private static void told(String what, Runnable call) {
        try {
            call.run();
            System.out.println(who() + " " + what + " done");
        } catch (MPIException e) {
            System.out.println(who() + " " + what + " told " + e.getErrorClass() + " " + e.getMessage());
        }
    }

    /** Rank 0 publishes, rank 1 does not; and rank 1 may do nothing to what rank 0 has published. All others look on. */
    private static void across(int rank) {
        String port = rank == 0 ? Intracomm.openPort() : "";
        if (rank == 0) {
            told("lookup", () -> Intracomm.lookupName(SERVICE));
            told("unpublish", () -> Intracomm.unpublishName(SERVICE, port));
            told("publish", () -> Intracomm.publishName(SERVICE, port));
            told("again", () -> Intracomm.publishName(SERVICE, port));
        }
        MPI.COMM_WORLD.barrier();
        if (rank == 1) {
            String own = Intracomm.openPort();
            told("publish", () -> Intracomm.publishName(SERVICE, own));
            told("unpublish", () -> Intracomm.unpublishName(SERVICE, Intracomm.lookupName(SERVICE)));
            told("long", () -> Intracomm.publishName("s".repeat(LONGEST + 1), own));
            told("longest", () -> Intracomm.publishName("s".repeat(LONGEST), own));
            meet(MPI.COMM_SELF.connect(Intracomm.lookupName(SERVICE), 0));
        } else if (rank == 0) {
            meet(MPI.COMM_SELF.accept(port, 0));
            told("unpublish", () -> Intracomm.unpublishName(SERVICE, port));
        }
        MPI.COMM_WORLD.barrier();
        told("gone", () -> Intracomm.lookupName(SERVICE));
    }

    /** Asks for a process on a host, or for one on each of two, connects to what the last one publishes, and looks until the name is gone. */
    private static void asking(String host) {
        Info info = new Info();
        info.set("host", host);
        Intercomm child = MPI.COMM_WORLD.spawn(Publishes.class.getName(), new String[] {"spawned"}, host.contains(",") ? 2 : 1, info, 0, null);
        child.recv(new int[1], 1, MPI.INT, child.getRemoteSize() - 1, TAG);
        meet(MPI.COMM_SELF.connect(Intracomm.lookupName(SERVICE), 0));
        System.out.println(who() + " is ready");
        for (int look = 0; look < MOST_LOOKS && isThere(); look++) {
            LockSupport.parkNanos(LOOK_NS);
        }
        told("gone", () -> Intracomm.lookupName(SERVICE));
    }

    private static boolean isThere() {
        try {
            return !Intracomm.lookupName(SERVICE).isEmpty();
        } catch (MPIException gone) {
            return false;
        }
    }

    /** Lives on until somebody kills it. */
    private static void spawned(Intercomm parent) {
        if (MPI.COMM_WORLD.Rank() == MPI.COMM_WORLD.Size() - 1) {
            publish(parent);
        }
        while (true) {
            LockSupport.park();
        }
    }

    private static void publish(Intercomm parent) {
        String port = Intracomm.openPort();
        Intracomm.publishName(SERVICE, port);
        for (int to = 0; to < parent.getRemoteSize(); to++) {
            parent.send(new int[1], 1, MPI.INT, to, TAG);
        }
        for (int to = 0; to < parent.getRemoteSize(); to++) {
            meet(MPI.COMM_SELF.accept(port, 0));
        }
    }

    private static void forever() {
        System.out.println(who() + " is ready");
        while (!isThere()) {
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private static void meet(Intercomm other) {
        int[] got = new int[1];
        other.sendRecv(new int[] {MPI.COMM_WORLD.Rank() + 1}, 1, MPI.INT, 0, TAG, got, 1, MPI.INT, 0, TAG);
        System.out.println(who() + " met " + got[0]);
        other.disconnect();
    }
}
