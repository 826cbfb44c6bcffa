package runtime.starter;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;

/** Whether this process's group is the one that a terminal sends its signals to. */
final class Foreground {
    /** Where they stand behind the name, in parentheses, that {@code /proc/PID/stat} begins with (proc(5)). */
    private static final int GROUP = 2;

    private static final int GROUP_OF_TERMINAL = 5;

    private Foreground() {}

    /** False, too, where the system does not say. */
    static boolean isOurs() {
        try {
            return isOurs(new String(Files.readAllBytes(Paths.get("/proc/self/stat")), StandardCharsets.UTF_8));
        } catch (IOException noSuchFile) {
            return false;
        }
    }

    /** @param stat the line of {@code /proc/PID/stat} */
    static boolean isOurs(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
        return fields.length > GROUP_OF_TERMINAL && fields[GROUP].equals(fields[GROUP_OF_TERMINAL]);
    }
}
