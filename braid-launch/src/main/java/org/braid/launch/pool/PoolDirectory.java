package org.braid.launch.pool;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.os.Machine;
import org.braid.launch.compile.CacheDirectory;

/**
 * Where the pools of this user are: in his cache directory, in which nobody else can write. Each has a directory there whose name says who keeps it, {@code PID-START-PLACE}, and in that one for each of its ranks
 * ({@link org.braid.boot.warm.Nest}). Several hosts, and containers, may share the cache directory: in another place the process's number is somebody else's, so pools of others are not looked at.
 */
final class PoolDirectory {
    private static final String POOLS = "pools";
    private static final int PARTS = 3;
    private static final int PLACE = 2;

    private PoolDirectory() {}

    /** Looked at by every start: nothing more is done where there are no pools, also where there were some before. */
    static boolean mayHaveAny() {
        String[] pools = new File(CacheDirectory.path().toFile(), POOLS).list();
        return pools != null && pools.length > 0;
    }

    /** Made if need be, and safe. */
    static Path root() throws IOException {
        Path root = CacheDirectory.writable().resolve(POOLS);
        if (!Files.exists(root)) {
            Files.createDirectories(root, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        return root;
    }

    /** Those of this place, and what no keeper has made. */
    static List<Path> all() throws IOException {
        List<Path> here = new ArrayList<>();
        for (Path each : in(root())) {
            if (isHere(each)) {
                here.add(each);
            }
        }
        return here;
    }

    static boolean isHere(Path pool) throws IOException {
        return part(pool, 1) == 0 || parts(pool)[PLACE].equals(place());
    }

    /** This host, and which processes are seen here. */
    private static String place() throws IOException {
        String host = Files.readString(Path.of("/proc/sys/kernel/hostname"));
        return Integer.toHexString((host + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"))).hashCode());
    }

    /** Directories in a directory, in the order of their names; none if it cannot be read. */
    static List<Path> in(Path directory) {
        File[] found = directory.toFile().listFiles();
        List<Path> all = new ArrayList<>();
        for (File each : found == null ? new File[0] : found) {
            if (each.isDirectory()) {
                all.add(each.toPath());
            }
        }
        all.sort(null);
        return all;
    }

    /** The directory of a pool that this process keeps. */
    static Path own(Path root) throws IOException {
        return root.resolve(Machine.pid() + "-" + Machine.startTicks(Machine.pid()) + "-" + place());
    }

    /** Who keeps a pool; 0 for a name that no keeper gives. */
    static long keeper(Path pool) {
        return part(pool, 0);
    }

    /** Whether it lives. */
    static boolean isKept(Path pool) {
        long startTicks = part(pool, 1);
        return startTicks > 0 && keeper(pool) > 0 && Machine.isAlive(keeper(pool), startTicks);
    }

    private static long part(Path pool, int index) {
        String[] parts = parts(pool);
        try {
            return parts.length == PARTS ? Long.parseLong(parts[index]) : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static String[] parts(Path pool) {
        return pool.getFileName().toString().split("-", -1);
    }
}
