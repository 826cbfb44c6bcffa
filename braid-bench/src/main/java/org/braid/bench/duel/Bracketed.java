package org.braid.bench.duel;

import java.io.IOException;

/**
 * A contender whose ranks cannot probe for themselves, since they share cores: two ranks of another job do so before each of its turns and after.
 *
 * @param probe a job of two ranks that has nothing else to do
 */
record Bracketed(Contender contender, Contender probe) implements Contender {
    @Override
    public Slice turn(int work, int count) throws IOException, InterruptedException {
        double before = floorNs();
        Slice slice = contender.turn(work, count);
        return new Slice(before, slice.operationNs(), floorNs());
    }

    private double floorNs() throws IOException, InterruptedException {
        return probe.turn(0, 1).floorAfterNs();
    }
}
