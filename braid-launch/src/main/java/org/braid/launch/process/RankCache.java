package org.braid.launch.process;

import java.util.List;
import java.util.stream.Stream;
import org.braid.boot.spawn.Spawning;
import org.braid.launch.compile.DamagedCache;

/**
 * The ahead-of-time cache of the ranks' JVMs: classes and forms that are linked already, and which methods were compiled when it was recorded (JEP 483, JEP 515). Why each flag: docs/decisions/rank-flags.md.
 */
public final class RankCache {
    /** The file that ranks use; the script names one only if it is there, for a missing one would cost three lines on standard output. */
    private static final String USED = "braid.aot.rank";

    /** Over hosts, the file for ranks that may never speak to another one: it has a third fewer classes, each of which every start links. */
    private static final String USED_BY_OTHERS = "braid.aot.rank.others";

    /** The file for ranks that meet another job, because they are spawned or spawn: that takes an eighth more classes. */
    private static final String WIDE = "braid.aot.rank.wide";

    /** The file that rank 0 of a rehearsal records. */
    private static final String RECORDED = "braid.aot.record";

    private static final String SPAWNED = "-D" + Spawning.APPLICATION + "=";

    /** What asks for it to be played back. */
    private static final String PLAY = "-XX:+AOTReplayTraining";

    private RankCache() {}

    /**
     * Says which cache a rank uses, or records.
     *
     * @param speaks whether it is to speak to other hosts soon: a collective has one rank of each host do that
     * @param spawns whether its program is known to ask for more processes
     * @param jvmArgs the user's
     */
    static void addTo(List<String> command, int rank, boolean speaks, boolean spawns, List<String> jvmArgs) {
        String recorded = System.getProperty(RECORDED, "");
        boolean isSpawned = isSpawned(jvmArgs);
        if (!recorded.isEmpty() && rank == 0 && !isSpawned) { // two would write one file
            record(command, recorded);
        }
        String used = System.getProperty(USED, "");
        String others = System.getProperty(USED_BY_OTHERS, "");
        if (others.isEmpty()) {
            used = isSpawned || spawns ? System.getProperty(WIDE, used) : used;
        } else {
            used = speaks ? used : others;
        }
        if (!used.isEmpty()) {
            use(command, used, jvmArgs.contains(PLAY));
        }
    }

    /**
     * What to do about a rank that ended before its program called MPI, "" if that is not known. If its cache may have been the end of its JVM, all that ranks use are removed.
     *
     * @param exitCode the rank's
     */
    public static String adviceOnEarlyEnd(int exitCode) {
        List<String> files = Stream.of(USED, USED_BY_OTHERS, WIDE).map(name -> System.getProperty(name, "")).filter(file -> !file.isEmpty()).toList();
        return DamagedCache.remove(exitCode, files)
                ? "start again: its JVM ended before MPI.Init, as JVMs do whose AOT cache is damaged, so the ranks' caches were removed, and the next start makes them anew"
                : "";
    }

    /** The file for ranks that are spawned, and for those that spawn; empty if there is none. */
    static String wide() {
        return System.getProperty(WIDE, "");
    }

    private static boolean isSpawned(List<String> jvmArgs) {
        for (String each : jvmArgs) {
            if (each.startsWith(SPAWNED)) {
                return true;
            }
        }
        return false;
    }

    /**
     * What was recorded at level 2, with counters and without profiles, is compiled so where it is played back: by the first compiler, sooner and for less than by default, and once more with profiles if it is called much longer. Recorded
     * with profiles it would begin with the second compiler.
     */
    private static void record(List<String> command, String file) {
        command.add("-XX:AOTCacheOutput=" + file);
        command.add("-XX:TieredStopAtLevel=2");
        command.add("-XX:Tier3InvocationThreshold=4000");
        command.add("-XX:Tier3MinInvocationThreshold=4000");
        command.add("-XX:Tier3CompileThreshold=8000");
    }

    /**
     * Played back if the user asks for it: jobs below a second gain a third, and the second compiler's code, on which longer ones live, loses a fifth where cores are near. A recorded method is then compiled when its counter is looked
     * at for the first time: after 2^11 calls here, 2^7 by default. Profiles follow after forty times as many calls as an unrecorded method needs for its first compilation, where the JVM by itself waits for 250 times as many.
     */
    private static void use(List<String> command, String file, boolean plays) {
        command.add("-XX:AOTCache=" + file);
        command.add("-XX:+UnlockDiagnosticVMOptions");
        if (plays) {
            command.add("-XX:Tier0InvokeNotifyFreqLog=11");
            command.add("-XX:Tier2InvokeNotifyFreqLog=13");
            command.add("-XX:Tier2ProfileDelayFactor=40");
        } else {
            command.add("-XX:-AOTReplayTraining");
        }
        command.add("-XX:ArchiveRelocationMode=0");
    }
}
