package org.braid.bench.build;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.bench.process.Run;
import org.braid.bench.process.Tether;

/** One of this build's measured programs, run by this build for commands that make sense of its output themselves. */
public final class OwnProgram {
    private OwnProgram() {}

    /**
     * Runs a job to its end.
     *
     * @param program its name, as {@code KaronisProgram}
     * @param kept a directory for sources, made if need be
     * @param environment words {@code NAME=VALUE}
     * @param options of {@code braid run}
     * @param boundS after so many seconds it is ended
     * @return the lines that it printed
     * @throws org.braid.base.BraidException with {@code BENCH_FAILED} if it fails
     */
    public static List<String> run(String program, Path kept, List<String> environment, List<String> options, List<String> arguments, long boundS) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("env"));
        command.addAll(environment);
        command.addAll(BraidBuild.ours().command());
        command.add("run");
        command.addAll(options);
        command.add(new Programs(Home.ofThisBuild(), kept).ofMpi(program));
        command.addAll(arguments);
        return Run.ended(program, Tether.tied(command), boundS).lines();
    }
}
