package org.braid.boot.control;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.util.List;

/**
 * The pipe by which a launcher speaks to a rank. It is the standard input of the process that the launcher starts, and a descriptor of its own of the rank: what the program's children inherit as their input, and what reads it by its number, is empty, for it would
 * take frames that are meant for Braid, and wait for an end that does not come. A rank that waited in a pool has it as standard input still.
 *
 * <pre>
 *   launcher | pipe -> 0 | /bin/sh | 3 = pipe, 0 = /dev/null | java
 * </pre>
 */
public final class ControlPipe {
    private static final String FILE = "braid.control";
    private static final String APART = "exec 3<&0 </dev/null; exec \"$@\"";

    private ControlPipe() {}

    /** The words before {@code java} that put the pipe aside: the shell becomes what it starts. */
    public static List<String> prefix() {
        return List.of("/bin/sh", "-c", APART, "sh");
    }

    /** The option of {@code java} that says where it is then. */
    public static String option() {
        return "-D" + FILE + "=/proc/self/fd/3";
    }

    /** This process's. */
    public static FileInputStream open() throws FileNotFoundException {
        String file = System.getProperty(FILE);
        return file == null ? new FileInputStream(FileDescriptor.in) : new FileInputStream(file);
    }
}
