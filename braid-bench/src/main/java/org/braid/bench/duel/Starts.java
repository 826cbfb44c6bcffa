package org.braid.bench.duel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.braid.bench.process.Run;

/** A contender that is no job but a command: each turn is a whole job, from its command to its exit. */
final class Starts implements Contender {
    private static final long BOUND_S = 60;

    private final String name;
    private final List<String> command;
    private final List<Slice> cpu = new ArrayList<>();

    /** @param name as errors say it */
    Starts(String name, List<String> command) {
        this.name = name;
        this.command = List.copyOf(command);
    }

    @Override
    public Slice turn(int work, int count) throws IOException, InterruptedException {
        long cpuBeforeNs = ChildrenCpu.ns();
        long wallNs = Run.ended(name, command, BOUND_S).wallNs();
        cpu.add(new Slice(0, ChildrenCpu.ns() - cpuBeforeNs, 0));
        return new Slice(0, wallNs, 0);
    }

    /** The processor time of each turn, its ranks' and its launcher's together, in place of the time by the clock. */
    List<Slice> cpu() {
        return List.copyOf(cpu);
    }
}
