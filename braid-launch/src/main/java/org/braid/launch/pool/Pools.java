package org.braid.launch.pool;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.boot.warm.Nest;
import org.braid.launch.compile.FileTree;
import org.braid.launch.process.RankCommand;
import org.braid.launch.program.OwnClasses;
import org.braid.launch.signal.SystemTool;

/** All pools of this user: to be started, shown and ended. */
public final class Pools {
    /** What the rehearsal of the caches has found (org.braid.link.select.Transports). */
    private static final String TRANSPORTS = "braid.transports";

    private static final long NAP_MS = 20;
    private static final int START_NAPS = 250;
    private static final int END_NAPS = 250;

    private Pools() {}

    /**
     * One of them, as it is now.
     *
     * @param keeper the process that keeps it
     * @param what what it is to be
     * @param ready how many of its ranks wait
     * @param isOfAnotherBuild whether they are of a build of Braid of whose ranks this one's jobs can use none
     */
    public record Kept(Path directory, long keeper, Pool what, int ready, boolean isOfAnotherBuild) {}

    /** Those that are kept; what others have left behind is not among them. */
    public static List<Kept> all() throws IOException {
        List<Kept> all = new ArrayList<>();
        for (Path each : PoolDirectory.mayHaveAny() ? PoolDirectory.all() : List.<Path>of()) {
            if (PoolDirectory.isKept(each)) {
                try {
                    all.add(new Kept(each, PoolDirectory.keeper(each), Pool.parse(Files.readAllLines(each.resolve(Pool.ABOUT))), ready(each), isOfAnotherBuild(each)));
                } catch (IOException | IllegalArgumentException e) {
                    // It begins, ends, or is damaged.
                }
            }
        }
        return all;
    }

    private static int ready(Path pool) {
        int ready = 0;
        for (Path nest : PoolDirectory.in(pool)) {
            ready += Files.exists(nest.resolve(Nest.FIT)) ? 1 : 0;
        }
        return ready;
    }

    /** A build's ranks have its jar among the words that they were started with, which are the beginning of what must fit; not known of a pool of whose ranks none waits. */
    private static boolean isOfAnotherBuild(Path pool) throws IOException {
        for (Path nest : PoolDirectory.in(pool)) {
            Path fit = nest.resolve(Nest.FIT);
            if (Files.exists(fit)) {
                return !new String(Files.readAllBytes(fit), StandardCharsets.UTF_8).contains(RankCommand.BOOT + OwnClasses.path() + '\0');
            }
        }
        return false;
    }

    /** How many of so many ranks may wait on this machine. */
    public static int ranks(int asked) {
        return PoolSize.of(asked);
    }

    /**
     * Starts the keeper of a pool, in a session of its own. One that was kept for the same directory ends.
     *
     * @return the keeper's process
     * @throws BraidException if it cannot be kept here
     */
    public static long start(Pool pool) throws IOException, InterruptedException {
        if (!RankCommand.isOneJar() || SystemTool.path("setsid").isEmpty() || SystemTool.path("mkfifo").isEmpty()) {
            throw new BraidException(
                    ErrorCode.ENVIRONMENT_INVALID, "no ranks can be kept warm here", "it takes Linux, the programs setsid and mkfifo, and Braid in its one jar", "Start jobs as ever: braid run");
        }
        if (System.getProperty(TRANSPORTS, "").isEmpty()) {
            throw new BraidException(
                    ErrorCode.ENVIRONMENT_INVALID, "no ranks can be kept warm here", "no AOT caches were made, so nobody knows the transports but by looking into class paths, which these ranks do not have yet", "'braid clean' lets the next start try again to make them");
        }
        for (Kept each : all()) {
            if (each.what().directory().equals(pool.directory())) {
                end(each.directory());
            }
        }
        removeLeft(false);
        List<String> command = new ArrayList<>(List.of(SystemTool.path("setsid"), System.getProperty("java.home") + "/bin/java"));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Keeper.class.getName()));
        command.addAll(pool.words());
        ProcessBuilder builder = new ProcessBuilder(command).redirectInput(new File("/dev/null"));
        Process keeper = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        await(keeper);
        return keeper.pid();
    }

    private static void await(Process keeper) throws IOException, InterruptedException {
        for (int naps = 0; naps < START_NAPS; naps++) {
            if (all().stream().anyMatch(each -> each.keeper() == keeper.pid())) {
                return;
            }
            if (keeper.waitFor(NAP_MS, TimeUnit.MILLISECONDS)) {
                break;
            }
        }
        keeper.destroyForcibly();
        throw new BraidException(ErrorCode.ENVIRONMENT_INVALID, "the pool could not be started", "its keeper has ended, or is not heard of", "Look whether there is room where the caches are: braid info");
    }

    /** Waits until a pool is full, or has ended; whether it is full. */
    public static boolean awaitFull(long keeper) throws IOException, InterruptedException {
        while (true) {
            List<Kept> found = all().stream().filter(each -> each.keeper() == keeper).toList();
            if (found.isEmpty() || found.getFirst().ready() >= found.getFirst().what().ranks()) {
                return !found.isEmpty();
            }
            TimeUnit.MILLISECONDS.sleep(NAP_MS);
        }
    }

    /**
     * Ends all pools, and removes what killed ones have left.
     *
     * @param dryRun whether that is only told
     * @return their directories
     */
    public static List<Path> end(boolean dryRun) throws IOException, InterruptedException {
        List<Path> ended = new ArrayList<>();
        for (Kept each : all()) {
            ended.add(each.directory());
            if (!dryRun) {
                end(each.directory());
            }
        }
        for (Path left : removeLeft(dryRun)) {
            if (!ended.contains(left)) {
                ended.add(left);
            }
        }
        return ended;
    }

    private static void end(Path pool) throws InterruptedException {
        long keeper = PoolDirectory.keeper(pool);
        ProcessHandle.of(keeper).ifPresent(ProcessHandle::destroy);
        for (int naps = 0; naps < END_NAPS && PoolDirectory.isKept(pool); naps++) {
            TimeUnit.MILLISECONDS.sleep(NAP_MS);
        }
        if (PoolDirectory.isKept(pool)) {
            ProcessHandle.of(keeper).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    /** Of keepers that are gone: their ranks have ended, or end within a second, but for those that work. */
    private static List<Path> removeLeft(boolean dryRun) throws IOException {
        List<Path> left = new ArrayList<>();
        for (Path each : PoolDirectory.mayHaveAny() ? PoolDirectory.all() : List.<Path>of()) {
            if (!PoolDirectory.isKept(each)) {
                left.add(each);
                if (!dryRun) {
                    FileTree.delete(each);
                }
            }
        }
        return left;
    }
}
