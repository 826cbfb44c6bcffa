package org.braid.base.os;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Directories in which processes of this user listen on sockets. Their names say whose they are, {@code braid-unix-PID-START-CHANCE}, so that whoever comes by can remove those of processes that were killed: the next
 * context that listens, the launcher of a job that has failed or runs for long, and {@code braid clean}.
 */
public final class SocketDirectories {
    /** What each name begins with. */
    public static final String PREFIX = "braid-unix-";

    /** The socket in such a directory. */
    public static final String SOCKET = "s";

    /** Apart, since a rank that only asks for places shall not compile a pattern at its start. */
    private static final class Names {
        static final Pattern WHOLE = Pattern.compile(PREFIX + "([0-9]{1,10})-([0-9a-f]{1,16})-[0-9a-f]{12}");
    }

    private SocketDirectories() {}

    /** Where such directories may be, best first. */
    public static List<Path> places() {
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        Path temporary = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
        return runtime == null || !runtime.startsWith("/") ? List.of(temporary, Path.of("/tmp")) : List.of(Path.of(runtime), temporary, Path.of("/tmp"));
    }

    /** The name of one of this process, so far; what makes it this one follows. */
    public static String ownPrefix() {
        long pid = Machine.pid();
        return PREFIX + pid + "-" + Long.toHexString(Machine.startTicks(pid)) + "-";
    }

    /** What processes of this user have left that are gone, wherever that may be. */
    public static List<Path> leftovers() {
        List<Path> all = new ArrayList<>();
        for (Path place : new LinkedHashSet<>(places())) {
            try {
                all.addAll(leftovers(place));
            } catch (IOException e) {
                // There is no such place, or it can't be read: then nothing was left there by processes of this user.
            }
        }
        return all;
    }

    private static List<Path> leftovers(Path place) throws IOException {
        List<Path> all = new ArrayList<>();
        Map<String, Boolean> known = new HashMap<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(place, PREFIX + "*")) {
            for (Path each : found) {
                Matcher name = Names.WHOLE.matcher(String.valueOf(each.getFileName()));
                if (name.matches() && !isAlive(name, known) && isOurs(each)) {
                    all.add(each);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return all;
    }

    /** A process of many contexts has as many directories, and is asked for once. */
    private static boolean isAlive(Matcher name, Map<String, Boolean> known) {
        String whose = name.group(1) + '-' + name.group(2);
        Boolean before = known.get(whose);
        boolean alive = before != null ? before : Machine.isAlive(Long.parseLong(name.group(1)), Long.parseUnsignedLong(name.group(2), 16));
        known.put(whose, alive);
        return alive;
    }

    /** Removes {@link #leftovers}. What can't be removed stays. */
    public static void removeLeftovers() {
        leftovers().forEach(SocketDirectories::remove);
    }

    /**
     * Removes what processes of this user have left in this place that are gone. Others may be at it, too.
     *
     * @throws IOException if the place cannot be read
     */
    public static void removeLeftovers(Path place) throws IOException {
        leftovers(place).forEach(SocketDirectories::remove);
    }

    /** Removes what this process has made, which is about to end so that nothing else of it runs. */
    public static void removeOwn() {
        for (Path place : places()) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(place, ownPrefix() + "*")) {
                found.forEach(SocketDirectories::remove);
            } catch (IOException | DirectoryIteratorException e) {
                // There is no such place, or it can't be read: then this process has made nothing there.
            }
        }
    }

    private static boolean isOurs(Path directory) {
        try {
            PosixFileAttributes found = Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return found.isDirectory() && found.owner().getName().equals(Machine.user());
        } catch (IOException e) {
            return false;
        }
    }

    /** Removes one with its socket, unless somebody has put something else into it. */
    public static void remove(Path directory) {
        try {
            Files.deleteIfExists(directory.resolve(SOCKET));
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            // Somebody else removes it, or has put something into it that is not ours to remove.
        }
    }
}
