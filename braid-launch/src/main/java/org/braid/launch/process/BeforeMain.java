package org.braid.launch.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.braid.boot.RankMain;

/**
 * Whether a rank's JVM is still on its way to its main method. A signal that asks it to end makes it say things then that are no news of the program's ({@code Runtime.exit(143) logging failed: …},
 * {@code Error occurred during initialization of VM}); so it is killed instead, for it has done nothing yet. It has come there when it has the thread that watches the control pipe.
 */
final class BeforeMain {
    private BeforeMain() {}

    /** False also if nobody knows, where the system doesn't show the threads of a process. */
    static boolean isNotOver(long pid) {
        File[] threads = new File("/proc/" + pid + "/task").listFiles();
        if (threads == null) {
            return false;
        }
        for (File thread : threads) {
            if (name(thread).equals(RankMain.CONTROL_THREAD)) {
                return false;
            }
        }
        return true;
    }

    private static String name(File thread) {
        try {
            return Files.readString(new File(thread, "comm").toPath()).strip();
        } catch (IOException e) {
            return ""; // a thread that has ended
        }
    }
}
