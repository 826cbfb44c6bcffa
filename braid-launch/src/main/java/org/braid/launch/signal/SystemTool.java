package org.braid.launch.signal;

import java.io.File;

/** A program of the system's. */
public final class SystemTool {
    private SystemTool() {}

    /** Where a program is: an absolute path, "" if this system does not have it. The user's search path counts for nothing. */
    public static String path(String name) {
        for (String directory : new String[] {"/usr/bin/", "/bin/"}) {
            if (new File(directory + name).canExecute()) {
                return directory + name;
            }
        }
        return "";
    }
}
