package org.braid.launch.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.braid.launch.supervise.Supervision;

/**
 * How many tasks want each core of this machine now. A rank that is told of a death needs some turns of a core, and code that has never run, to say so; where thirty tasks want each core that takes it thirty times as long as alone.
 */
public final class Crowd {
    private static final Path LOAD = Path.of("/proc/loadavg");

    /** Ranks that look for messages want their cores, too: so many to a core are a usual job. */
    private static final int USUAL = 8;

    /** A rank that does not end holds up the job no longer than that, however crowded the machine is. */
    private static final long MOST_NS = 10_000_000_000L;

    private Crowd() {}

    /** Nanoseconds that ranks have to end beyond {@link Supervision#FAILURE_GRACE_NS}; none on a machine that is not crowded, or that does not tell. */
    public static long moreNs() {
        try {
            return moreNs(Files.readString(LOAD, StandardCharsets.ISO_8859_1), Runtime.getRuntime().availableProcessors());
        } catch (IOException notLinux) {
            return 0;
        }
    }

    /** @param load as proc_loadavg(5) has it: three averages, then how many tasks are runnable of how many */
    static long moreNs(String load, int cores) {
        String[] words = load.split(" ");
        int slash = words.length > 3 ? words[3].indexOf('/') : -1;
        if (slash < 1) {
            return 0;
        }
        try {
            long each = Math.clamp(Long.parseLong(words[3].substring(0, slash)), 0, Integer.MAX_VALUE) / cores;
            return each <= USUAL ? 0 : Math.min(MOST_NS, (each - USUAL) * Supervision.FAILURE_GRACE_NS);
        } catch (NumberFormatException unknown) {
            return 0;
        }
    }
}
