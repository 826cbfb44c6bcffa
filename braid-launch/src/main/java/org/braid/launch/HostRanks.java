package org.braid.launch;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.braid.base.os.SocketDirectories;
import org.braid.launch.hosts.ServerLink;
import org.braid.launch.process.Ranks;
import org.jspecify.annotations.Nullable;

/** The ranks of this host of a job whose server is elsewhere, from their start on: what is done to them, by the numbers that they have in the job. Main thread only. */
final class HostRanks {
    private final int[] numbers;
    private final Ranks processes;
    private final @Nullable UserInput input; // where rank 0 is
    private final boolean[] ended; // of each rank, in this join's order, as the next
    private final boolean[] held;

    HostRanks(int[] numbers, Ranks processes, @Nullable UserInput input) {
        this.numbers = numbers;
        this.processes = processes;
        this.input = input;
        this.ended = new boolean[numbers.length];
        this.held = new boolean[numbers.length];
    }

    private int indexOf(int rank) {
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] == rank) {
                return i;
            }
        }
        return -1;
    }

    private boolean isAlive(int index) {
        return !ended[index];
    }

    /** Its process has ended, or never was. */
    void ended(int index) {
        ended[index] = true;
    }

    // ---- what the server says

    /** @param rank one of these; for any other number all are meant */
    void tell(int rank, int kind, byte[] payload) {
        int index = indexOf(rank);
        if (index >= 0) {
            processes.send(index, kind, payload);
        } else {
            processes.tell(kind, payload);
        }
    }

    void answer(int pid, ByteBuffer frame) {
        processes.answer(pid, frame);
    }

    void terminate() {
        processes.terminate(this::isAlive);
    }

    void kill() {
        processes.kill(this::isAlive);
    }

    void forward(String signal) {
        processes.forward(signal, this::isAlive);
    }

    void signal(String signal) {
        processes.signalAlive(signal, this::isAlive);
    }

    void inputAwaited(long taken, long nowNs) {
        if (input != null) {
            input.awaited(taken, nowNs);
        }
    }

    /** The process groups of those that are alive. */
    List<String> groupsAlive() {
        return processes.groupsAlive(this::isAlive);
    }

    // ---- what the server is told

    /** Tells which of them a stop signal or a debugger holds, where that has changed. */
    void look(ServerLink server) {
        for (int i = 0; i < held.length; i++) {
            boolean isHeld = isAlive(i) && processes.isStopped(i);
            if (isHeld != held[i]) {
                held[i] = isHeld;
                server.held(numbers[i], isHeld);
            }
        }
    }

    /** What each has printed last to its standard error; once all have ended. */
    Map<Integer, List<String>> lastErrors() {
        Map<Integer, List<String>> all = new LinkedHashMap<>();
        for (int i = 0; i < numbers.length; i++) {
            all.put(numbers[i], processes.lastErrors(i));
        }
        return all;
    }

    // ---- the end

    /**
     * Waits until all that they have printed was passed on.
     *
     * @param failed whether something may be left of them
     * @param patiently whether whoever reads our output is waited for, however long that takes
     */
    void finish(boolean failed, boolean patiently) throws InterruptedException {
        if (input != null) {
            input.end();
        }
        if (failed) {
            processes.signalAll("KILL"); // their children, which may hold the outputs open
        }
        processes.settle();
        processes.awaitOutput(patiently);
        if (failed) {
            processes.awaitGone();
            SocketDirectories.removeLeftovers(); // ranks that were killed could not
        }
    }
}
