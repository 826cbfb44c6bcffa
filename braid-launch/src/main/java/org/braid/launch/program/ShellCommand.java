package org.braid.launch.program;

import java.io.File;
import org.braid.launch.text.Words;

/** A word in the program's place that names a command of the system: launchers that start any executable take {@code sh -c "java Prog"}, and Braid starts JVMs. */
final class ShellCommand {
    private ShellCommand() {}

    /** Whether a directory of {@code $PATH} has such an executable. */
    static boolean isNamed(String word) {
        String path = System.getenv("PATH");
        for (String directory : Words.split(path == null ? "" : path, File.pathSeparatorChar)) {
            File file = new File(directory, word);
            if (file.isFile() && file.canExecute()) {
                return true;
            }
        }
        return false;
    }

    static String hint(String word) {
        return "'" + word + "' is a command, and ranks are JVMs that Braid starts itself: name the class, jar or source file that it would start; what it would set goes into -x NAME=VALUE, --wdir or java's options";
    }
}
