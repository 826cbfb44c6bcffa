package org.braid.launch.process;

import java.util.List;
import org.braid.launch.jvm.GivenOptions;

/** The flags that every rank's JVM gets before those of the user. Why each of them: docs/decisions/rank-flags.md. */
final class JvmFlags {
    private JvmFlags() {}

    /** What follows from how many ranks share how many cores, and what is good for every rank. */
    static void addForMachine(List<String> command, int ranks, int processes, int cores, GivenOptions given) {
        if (cores <= 2 * ranks) {
            given.addSerialTo(command);
        }
        command.add("-XX:MaxRAMPercentage=" + Math.max(1, Math.min(25 * ranks / processes, 80 / processes)));
        command.add("-XX:-UsePerfData");
        command.add("-Xlog:disable");
        addPatience(command);
        addInlining(command);
    }

    /**
     * A receive's status is allocated unless the receive is compiled into its caller, where an unused one vanishes; a message's thirteen arguments go over the stack unless the ring is
     * compiled into the send. Whether the compiler would do so by itself depends on what it happens to compile first.
     */
    private static void addInlining(List<String> command) {
        command.add("-XX:CompileCommand=quiet");
        for (String method : new String[] {
            "mpi.Comm::recv", "mpi.Comm::Recv", "mpi.PointToPoint::recv", "mpi.PointToPoint::Recv", "mpi.PointToPoint::receive", "org.braid.link.ring.RingProducer::offer"
        }) {
            command.add("-XX:CompileCommand=inline," + method);
        }
    }

    /**
     * Ten times as many calls as usual before a method is compiled for the first time: at the start of many ranks on few cores nearly half of
     * all time went into compiling what runs some hundred times and never again. Four times as many before the second compiler begins: it wants half a second of the core on which the rank works, and most jobs end before that
     * has paid.
     */
    private static void addPatience(List<String> command) {
        command.add("-XX:Tier3InvocationThreshold=2000");
        command.add("-XX:Tier3MinInvocationThreshold=1000");
        command.add("-XX:Tier3CompileThreshold=20000");
        command.add("-XX:Tier3BackEdgeThreshold=400000");
        command.add("-XX:Tier4InvocationThreshold=20000");
        command.add("-XX:Tier4MinInvocationThreshold=2400");
        command.add("-XX:Tier4CompileThreshold=60000");
        command.add("-XX:Tier4BackEdgeThreshold=160000");
    }

    /** Braid calls the kernel. The JVM adds up what is enabled: a user that wants less can only be obeyed by saying nothing. */
    static void addNativeAccess(List<String> command, List<String> jvmArgs) {
        for (String given : jvmArgs) {
            if (given.startsWith("--enable-native-access") || given.startsWith("--illegal-native-access")) {
                return;
            }
        }
        command.add("--enable-native-access=ALL-UNNAMED");
    }
}
