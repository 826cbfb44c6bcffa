package org.braid.cli.run;

import java.util.Arrays;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** A program that spawns its own class, and what both do then: the first argument says what. */
public final class Spawner {
    private static final int TAG = 5;

    private Spawner() {}

    public static void main(String[] arguments) {
        if (arguments[0].equals("without-init") && System.getProperty("braid.spawned") != null) {
            System.exit(3);
        }
        if (arguments[0].equals("one-without-init") && System.getProperty("braid.spawned") != null && Integer.getInteger("braid.rank") == 1) {
            System.exit(3);
        }
        MPI.Init(arguments);
        Intercomm parent = Intercomm.getParent();
        if (parent.isNull()) {
            asks(arguments[0]);
        } else {
            isSpawned(arguments[0], parent);
        }
        MPI.Finalize();
    }

    private static void asks(String what) {
        Intracomm world = MPI.COMM_WORLD;
        switch (what) {
            case "several" -> several(world);
            case "refused" -> refused(world);
            case "without-init", "one-without-init" -> failed(world, what);
            case "grandchildren" -> meet(world.spawn(name(), new String[] {what}, 1, MPI.INFO_NULL, 0, null));
            default -> needs(world.spawn(name(), new String[] {what}, 2, MPI.INFO_NULL, 0, null));
        }
    }

    private static void isSpawned(String what, Intercomm parent) {
        switch (what) {
            case "several" -> {
                System.out.println("application " + MPI.COMM_WORLD.getAttr(MPI.APPNUM) + " rank " + MPI.COMM_WORLD.getRank() + " of " + MPI.COMM_WORLD.getSize() + " in " + System.getProperty("user.dir") + " told " + System.getProperty("told"));
                meet(parent);
            }
            case "grandchildren" -> {
                Intercomm children = MPI.COMM_WORLD.spawn(name(), new String[] {"grandchild"}, 1, MPI.INFO_NULL, 0, null);
                meet(children);
                meet(parent);
            }
            case "grandchild" -> meet(parent);
            default -> {
                System.out.println("ready " + ProcessHandle.current().pid());
                needs(parent);
            }
        }
    }

    private static String name() {
        return Spawner.class.getName();
    }

    private static void several(Intracomm world) {
        Info info = new Info();
        info.set("wdir", "/");
        info.set("braid_jvm_args", "-Dtold=yes -Xmx64m");
        int[] codes = {7, 7, 7};
        Intercomm children = world.spawnMultiple(
                new String[] {name(), "java"}, new String[][] {{"several"}, {"-Dtold=by-java", name(), "several"}}, new int[] {2, 1}, new Info[] {info, MPI.INFO_NULL}, world.getSize() - 1, codes);
        System.out.println("codes " + Arrays.toString(codes));
        meet(children);
    }

    /** Both ways, and among all. */
    private static void meet(Intercomm other) {
        for (int to = 0; to < other.getRemoteSize(); to++) {
            other.iSend(new int[] {other.getRank()}, 1, MPI.INT, to, TAG);
        }
        int sum = 0;
        for (int from = 0; from < other.getRemoteSize(); from++) {
            int[] got = new int[1];
            other.recv(got, 1, MPI.INT, from, TAG);
            sum += got[0];
        }
        Intracomm all = other.merge(!Intercomm.getParent().isNull());
        int[] ranks = new int[1];
        all.allReduce(new int[] {1}, ranks, 1, MPI.INT, MPI.SUM);
        System.out.println("met " + sum + " of " + ranks[0]);
        all.disconnect();
        other.disconnect();
    }

    private static void refused(Intracomm world) {
        failed(world, "refused", "no.such.Class");
        failed(world, "refused", "-n");
        failed(world, "refused", "nothing.java");
        Info host = new Info();
        host.set("host", "192.0.2.1");
        told(() -> world.spawn(name(), null, 1, host, 0, null));
        Info wdir = new Info();
        wdir.set("wdir", "/no/such/place");
        told(() -> world.spawn(name(), null, 1, wdir, 0, null));
        told(() -> world.spawn(name(), new String[] {"x".repeat(70_000)}, 1, MPI.INFO_NULL, 0, null));
        told(() -> world.spawn(name(), null, Integer.MAX_VALUE, MPI.INFO_NULL, 0, null));
        world.barrier();
    }

    private static void failed(Intracomm world, String what) {
        failed(world, what, name());
    }

    private static void failed(Intracomm world, String what, String command) {
        told(() -> world.spawn(command, new String[] {what}, 2, MPI.INFO_NULL, 0, null));
    }

    private static void told(Runnable call) {
        try {
            call.run();
            System.out.println("not told");
        } catch (MPIException e) {
            System.out.println("told " + e.getErrorClass() + " " + e.getMessage());
        }
    }

    /** A message that never comes, from all of the other side in turn. */
    private static void needs(Intercomm other) {
        System.out.println("ready " + ProcessHandle.current().pid());
        told(() -> other.recv(new int[1], 1, MPI.INT, 1, TAG));
    }
}
