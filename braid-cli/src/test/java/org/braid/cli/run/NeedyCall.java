package org.braid.cli.run;

import mpi.Intracomm;
import mpi.MPI;

/** One MPI call by its name, which cannot succeed without the last rank. */
final class NeedyCall {
    private static final int MANY = 5_000_000;

    private NeedyCall() {}

    static void make(String name, Intracomm world) {
        int last = world.getSize() - 1;
        byte[] some = new byte[MANY];
        switch (name) {
            case "recv" -> world.recv(some, 1, MPI.BYTE, last, 0);
            case "any" -> world.recv(some, 1, MPI.BYTE, MPI.ANY_SOURCE, 0);
            case "probe" -> world.probe(last, 0);
            case "sSend" -> world.sSend(some, 1, MPI.BYTE, last, 0);
            case "send" -> world.send(some, MANY, MPI.BYTE, last, 0);
            case "sendLate" -> {
                awaitEndOfOthers();
                world.send(some, 1, MPI.BYTE, last, 0);
            }
            case "bSend" -> {
                MPI.attachBuffer(new byte[MANY + MPI.BSEND_OVERHEAD]);
                world.bSend(some, MANY, MPI.BYTE, last, 0);
                MPI.detachBuffer();
            }
            case "wait" -> world.iRecv(some, 1, MPI.BYTE, last, 0).waitFor();
            case "barrier" -> world.barrier();
            case "allreduce" -> world.allReduce(some, MANY, MPI.BYTE, MPI.BOR);
            case "started" -> world.iBarrier().waitFor();
            case "dup" -> world.dup();
            default -> NeedyLoop.run(name, world);
        }
    }

    private static void awaitEndOfOthers() {
        ProcessHandle me = ProcessHandle.current();
        me.parent().orElseThrow().children().filter(rank -> !rank.equals(me)).forEach(rank -> rank.onExit().join());
    }
}
