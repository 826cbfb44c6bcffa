package org.braid.launch.process;

import java.nio.file.Path;
import java.util.List;
import org.braid.boot.RankMain;
import org.braid.boot.spawn.Spawning;
import org.braid.launch.jvm.DamagedCache;

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
     * What to do about a rank that has ended, "" if its end has nothing to do with its cache. Caches of ranks that are damaged are removed, and not used any more by this process.
     *
     * @param exitCode the rank's
     */
    public static String adviceOnEnd(int exitCode) {
        return DamagedCache.mayEndWith(exitCode, RankMain.JOIN_FAILED, RankMain.NOT_RUNNABLE, RankMain.NOT_FOUND) ? adviceOnDamage() : "";
    }

    /** The same whatever that rank's code was: all caches that ranks of this process use are looked at. */
    public static String adviceOnDamage() {
        boolean isAny = false;
        String kept = "";
        for (String name : List.of(USED, USED_BY_OTHERS, WIDE)) {
            String file = System.getProperty(name, "");
            if (!file.isEmpty() && DamagedCache.isAt(Path.of(file))) {
                isAny = true;
                System.clearProperty(name);
                kept = DamagedCache.remove(Path.of(file)) ? kept : file;
            }
        }
        if (!isAny) {
            return "";
        }
        return kept.isEmpty()
                ? "start again: the ranks' AOT cache was damaged, of which a JVM can fail in any way, so it was removed, and the next start makes it anew"
                : "remove " + kept + ": this AOT cache is damaged, of which a rank's JVM can fail in any way, and this process may not remove it";
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
