package org.braid.cli;

import java.util.List;
import org.braid.base.wire.DescriptorTable;
import org.braid.boot.Job;

/** What the ranks play in a {@link Rehearsal}: the things that nearly every program does. */
public final class RehearsalProgram {
    private RehearsalProgram() {}

    public static void main(String[] arguments) {
        Job job = Job.attached();
        job.register(DescriptorTable.of(List.of()));
        job.directory().tableOf(job.contextId((job.rank() + 1) % job.size()));
        System.out.println("rehearsed by rank " + job.rank());
        job.finished();
    }
}
