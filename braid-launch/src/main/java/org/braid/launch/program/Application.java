package org.braid.launch.program;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.braid.launch.options.RunOptions;

/**
 * One program of a job that may have several; its ranks follow those of the program before.
 *
 * @param options how many ranks, and how they are started
 */
public record Application(RunOptions options, Program program) {
    /**
     * Finds what was named, and compiles it if need be; if one of them fails, nothing is kept of the others.
     *
     * @throws IOException as {@link Program#resolve}, which also says what else may be thrown
     */
    public static List<Application> resolve(List<RunOptions> programs) throws IOException {
        List<Application> applications = new ArrayList<>();
        boolean complete = false;
        try {
            for (RunOptions each : programs) {
                applications.add(new Application(each, Program.resolve(each)));
            }
            complete = true;
            return applications;
        } finally {
            if (!complete) {
                release(applications);
            }
        }
    }

    /** The job has ended. */
    public static void release(List<Application> applications) {
        for (Application each : applications) {
            each.program.release();
        }
    }
}
