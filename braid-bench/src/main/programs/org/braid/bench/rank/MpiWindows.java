package org.braid.bench.rank;

import mpi.MPI;
import mpi.Request;

/** Rate and bandwidth: windows of 64 messages, one acknowledgement a window. */
final class MpiWindows {
    private static final int TAG = 2;
    private static final int ACK_TAG = 3;

    private final Speaker speaker;
    private final double scale;
    private final String operation;
    private final boolean isFirst = MPI.COMM_WORLD.getRank() == 0;
    private final Request[] requests = new Request[Counts.WINDOW];
    private final byte[] ack = new byte[1];

    MpiWindows(Speaker speaker, double scale, String operation) {
        this.speaker = speaker;
        this.scale = scale;
        this.operation = operation;
    }

    void run(int[] sizes) {
        byte[] buffer = new byte[8];
        Warmth.spend(scale, () -> timed(buffer, buffer.length, 100));
        for (Kind kind : Kind.values()) {
            for (int bytes : sizes) {
                measure(kind, bytes);
            }
        }
    }

    private void measure(Kind kind, int bytes) {
        Object buffer = kind.allocate(bytes);
        int windows = Counts.windows(scale, bytes);
        speaker.warmedUp(Warmth.spend(scale / 5, () -> timed(buffer, bytes, Counts.windowsOfTrial(scale, bytes))));
        speaker.begin();
        speaker.sayFlow(operation, kind.text, bytes, (double) windows * Counts.WINDOW / timed(buffer, bytes, windows));
    }

    /** Seconds. */
    private double timed(Object buffer, int bytes, int windows) {
        MPI.COMM_WORLD.barrier();
        long startNs = System.nanoTime();
        repeat(buffer, bytes, windows);
        return (System.nanoTime() - startNs) / 1e9;
    }

    void repeat(Object buffer, int bytes, int windows) {
        for (int i = 0; i < windows; i++) {
            if (isFirst) {
                sendWindow(buffer, bytes);
            } else {
                receiveWindow(buffer, bytes);
            }
        }
    }

    private void sendWindow(Object buffer, int bytes) {
        for (int w = 0; w < Counts.WINDOW; w++) {
            requests[w] = MPI.COMM_WORLD.iSend(buffer, bytes, MPI.BYTE, 1, TAG); // in the other spelling a long one is copied
        }
        Request.waitAll(requests);
        MPI.COMM_WORLD.recv(ack, 1, MPI.BYTE, 1, ACK_TAG);
    }

    private void receiveWindow(Object buffer, int bytes) {
        for (int w = 0; w < Counts.WINDOW; w++) {
            requests[w] = MPI.COMM_WORLD.Irecv(buffer, 0, bytes, MPI.BYTE, 0, TAG);
        }
        Request.waitAll(requests);
        MPI.COMM_WORLD.send(ack, 1, MPI.BYTE, 0, ACK_TAG);
    }
}
