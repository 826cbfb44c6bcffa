package org.braid.launch.compile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Who can change what is in a directory, or put another one in its place. Classes are started from there, so one answer counts only: this user alone, and the system. Directories above it may be
 * sticky, as the temporary one is. A group of its owner's own number is its owner's own, as most systems make one for each user. The script {@code braid} has the same rules.
 */
final class DirectoryGuard {
    private static final int BY_GROUP = 020;
    private static final int BY_OTHERS = 02;
    private static final int STICKY = 01000;
    private static final int ROOT = 0;

    enum Access {
        /** This user's, and nobody else can write there. */
        OWN,
        /** Another user's. */
        ANOTHERS,
        /** This user's or the system's, and others can write there. */
        OPEN
    }

    /** @param where the directory of which the rest is said */
    record Finding(Access access, Path where) {}

    private final int user;
    private final int system;

    private DirectoryGuard(int user, int system) {
        this.user = user;
        this.system = system;
    }

    /** For the user of this process. */
    static DirectoryGuard ofThisUser() throws IOException {
        Path self = Path.of("/proc/self");
        return new DirectoryGuard(owner(Files.exists(self) ? self : Path.of(System.getProperty("user.home"))), owner(Path.of("/")));
    }

    private static int owner(Path file) throws IOException {
        return (int) Files.getAttribute(file, "unix:uid");
    }

    /** What is wrong with a directory or the first one above it with which something is; OWN if nothing is. */
    Finding along(Path directory) throws IOException {
        Finding finding = of(directory);
        for (Path above = directory.getParent(); above != null && finding.access() == Access.OWN; above = above.getParent()) {
            finding = above(above);
        }
        return finding;
    }

    /** A directory, whatever those above it are. */
    Finding of(Path directory) throws IOException {
        Map<String, Object> found = look(directory);
        return new Finding(number(found, "uid") != user ? Access.ANOTHERS : isOpen(found) ? Access.OPEN : Access.OWN, directory);
    }

    private Finding above(Path directory) throws IOException {
        Map<String, Object> found = look(directory);
        int owner = number(found, "uid");
        boolean trusted = owner == user || owner == ROOT || owner == system; // in a container the system may have another number
        boolean open = (number(found, "mode") & STICKY) == 0 && isOpen(found);
        return new Finding(!trusted ? Access.ANOTHERS : open ? Access.OPEN : Access.OWN, directory);
    }

    private static boolean isOpen(Map<String, Object> found) {
        int mode = number(found, "mode");
        return (mode & BY_OTHERS) != 0 || (mode & BY_GROUP) != 0 && number(found, "gid") != number(found, "uid");
    }

    private static Map<String, Object> look(Path directory) throws IOException {
        return Files.readAttributes(directory, "unix:mode,uid,gid");
    }

    private static int number(Map<String, Object> found, String name) {
        return found.get(name) instanceof Integer number ? number : -1;
    }
}
