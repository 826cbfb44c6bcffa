package org.braid.house.hosts;

import java.nio.Buffer;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import mpi.Comm;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** A program that spawns its own class. Its arguments: what both sides do, how many are spawned, and on which host; or {@code refused} and hosts that there are not; or {@code ports}, where parts of one job meet; or {@code several}, and for each command how many and where; or {@code deep} and the hosts of the children, of their children, and so on; or {@code never}: those that are spawned do not come to MPI. */
public final class Spawns {
    private static final int TAG = 5;

    private Spawns() {}

    public static void main(String[] arguments) {
        if (arguments[0].equals("never") && System.getProperty("braid.spawned") != null) {
            System.out.println("before Init");
            liveOn(false);
        }
        MPI.Init(arguments);
        Intercomm parent = Intercomm.getParent();
        if (arguments[0].equals("deep")) {
            deep(parent, arguments);
        } else if (!parent.isNull()) {
            both(arguments[0], parent);
        } else if (arguments[0].equals("ports")) {
            halves();
        } else if (arguments[0].equals("refused")) {
            refused(arguments);
        } else if (arguments[0].equals("several")) {
            several(arguments);
        } else if (arguments[0].equals("never")) {
            told(() -> MPI.COMM_WORLD.spawn(Spawns.class.getName(), new String[] {"never"}, 1, on("host2"), 0, null));
        } else {
            both(arguments[0], MPI.COMM_WORLD.spawn(Spawns.class.getName(), new String[] {arguments[0]}, Integer.parseInt(arguments[1]), on(arguments.length > 2 ? arguments[2] : ""), 0, null));
        }
        MPI.Finalize();
    }

    private static void several(String[] arguments) {
        int count = (arguments.length - 1) / 2;
        String[] commands = new String[count];
        String[][] words = new String[count][];
        int[] processes = new int[count];
        Info[] hosts = new Info[count];
        for (int i = 0; i < count; i++) {
            commands[i] = Spawns.class.getName();
            words[i] = new String[] {"several"};
            processes[i] = Integer.parseInt(arguments[1 + 2 * i]);
            hosts[i] = on(arguments[2 + 2 * i]);
        }
        meet(MPI.COMM_WORLD.spawnMultiple(commands, words, processes, hosts, 0, null));
    }

    /** Each level starts the next one on the hosts that the first of its words names. */
    private static void deep(Intercomm parent, String[] arguments) {
        if (!parent.isNull()) {
            System.out.println("level " + arguments[1] + " rank " + MPI.COMM_WORLD.Rank() + " on " + MPI.Get_processor_name() + " met " + parent.getRemoteSize() + " parents");
        }
        int level = parent.isNull() ? 0 : Integer.parseInt(arguments[1]);
        String[] hosts = Arrays.copyOfRange(arguments, parent.isNull() ? 1 : 2, arguments.length);
        if (hosts.length > 0) {
            String[] words = new String[1 + hosts.length];
            words[0] = "deep";
            words[1] = Integer.toString(level + 1);
            System.arraycopy(hosts, 1, words, 2, hosts.length - 1);
            Intercomm children = MPI.COMM_WORLD.spawn(Spawns.class.getName(), words, 2, on(hosts[0]), 0, null);
            children.disconnect();
        }
        if (!parent.isNull()) {
            parent.disconnect();
        }
    }

    /** The first rank accepts, the others connect: by a name that a message brings. */
    private static void halves() {
        boolean accepts = MPI.COMM_WORLD.Rank() == 0;
        Intracomm half = MPI.COMM_WORLD.split(accepts ? 0 : 1, 0);
        char[] name = new char[MPI.MAX_PORT_NAME];
        if (accepts) {
            String port = Intracomm.openPort();
            port.getChars(0, port.length(), name, 0);
        }
        MPI.COMM_WORLD.bcast(name, name.length, MPI.CHAR, 0);
        String port = new String(name).strip().replace("\0", "");
        System.out.println("port " + port.substring(0, 8));
        meet(accepts ? half.accept(port, 0) : half.connect(port, 0));
        if (accepts) {
            Intracomm.closePort(port);
        }
    }

    private static Info on(String host) {
        Info info = new Info();
        if (!host.isEmpty()) {
            info.set("host", host);
        }
        return info;
    }

    private static void both(String what, Intercomm other) {
        if (what.equals("several")) {
            System.out.println(who() + " is of command " + System.getProperty("braid.spawned"));
            meet(other);
        } else if (what.equals("meet")) {
            meet(other);
        } else if (what.equals("outlive")) {
            boolean isAsking = Intercomm.getParent().isNull();
            meet(other);
            liveOn(isAsking);
        } else {
            System.out.println(who() + " is ready");
            told(() -> other.recv(new int[1], 1, MPI.INT, 1, TAG));
        }
    }

    /** Only its launcher ends a spawned process. */
    private static void liveOn(boolean isAsking) {
        while (!isAsking) {
            LockSupport.park();
        }
    }

    private static String who() {
        return (Intercomm.getParent().isNull() ? "asking" : "spawned") + " rank " + MPI.COMM_WORLD.Rank() + " on " + MPI.Get_processor_name();
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
        Intracomm all = other.merge(!Intercomm.getParent().isNull());
        int[] ranks = new int[1];
        all.allReduce(new int[] {1}, ranks, 1, MPI.INT, MPI.SUM);
        System.out.println(who() + " met " + sum + " of " + ranks[0]);
        share(all);
        all.disconnect();
        other.disconnect();
    }

    /** Memory, with the members that a split says have it in common with this one. */
    private static void share(Intracomm all) {
        Intracomm here = all.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
        Win window = new Win(1, 1, MPI.INFO_NULL, here, (Buffer) null, Win.FLAVOR_SHARED);
        Info level = new Info();
        level.set("mpi_hw_resource_type", "host");
        System.out.println(who() + " shares with " + here.getSize() + " of its host's " + all.splitType(Comm.TYPE_HW_GUIDED, 0, level).getSize());
        window.free();
    }

    private static void refused(String[] hosts) {
        for (int i = 1; i < hosts.length; i++) {
            String host = hosts[i];
            told(() -> MPI.COMM_WORLD.spawn(Spawns.class.getName(), new String[] {"meet"}, 1, on(host), 0, null));
        }
        told(() -> MPI.COMM_WORLD.spawn("no.such.Class", null, 2, on(hosts[hosts.length - 1].contains(",") ? "host1,host2" : "host2"), 0, null));
        MPI.COMM_WORLD.barrier();
    }

    private static void told(Runnable call) {
        try {
            call.run();
            System.out.println("not told");
        } catch (MPIException e) {
            System.out.println(who() + " told " + e.getErrorClass() + " " + e.getMessage());
        }
    }
}
