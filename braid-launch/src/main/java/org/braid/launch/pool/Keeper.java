package org.braid.launch.pool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.braid.base.os.Entropy;
import org.braid.launch.compile.FileTree;
import org.braid.launch.process.RankCache;

/**
 * The process that keeps a pool: has ranks rehearse, one after the other, starts others for those that were taken once the job has ended that took them, and ends with those that still wait when nobody has come for long. Arguments: as {@link Pool} writes them.
 */
public final class Keeper {
    private static final long TURN_MS = 100;

    /** A job that lives so long is one that pays for new ranks beside it. */
    private static final long LONG_JOB_NS = 10_000_000_000L;

    /** So many ranks in a row that end before they wait: something is wrong that will not mend itself. */
    private static final int MOST_FAILURES = 3;

    private final Pool pool;
    private final Path home;
    private final List<String> fixed;
    private final byte[] fit;
    private final List<Brood> waiting = new ArrayList<>(); // or rehearsing
    private final List<Brood> taken = new ArrayList<>();
    private long usedNs = System.nanoTime();
    private int failures;
    private boolean ended; // guarded by this

    private Keeper(Pool pool, Path home) throws IOException {
        this.pool = pool;
        this.home = home;
        this.fixed = pool.fixed();
        this.fit = pool.fit(fixed);
    }

    /** Keeps one pool, to its end. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Pool pool = Pool.parse(List.of(arguments));
        Path home = PoolDirectory.own(PoolDirectory.root());
        Files.createDirectory(home);
        Files.write(home.resolve(Pool.ABOUT), pool.words());
        Keeper keeper = new Keeper(pool, home);
        Runtime.getRuntime().addShutdownHook(new Thread(keeper::end, "pool-end"));
        while (keeper.turn()) {
            TimeUnit.MILLISECONDS.sleep(TURN_MS);
        }
        System.exit(0);
    }

    /** False if the pool is to end. */
    private synchronized boolean turn() throws IOException {
        if (ended) {
            return true; // a hook ends this process
        }
        look();
        if (waiting.size() < pool.ranks() && isQuiet() && failures < MOST_FAILURES) {
            waiting.add(Brood.start(home.resolve(Long.toHexString(Entropy.nextLong())), fixed, fit, pool));
        }
        boolean isUsed = !taken.isEmpty() || System.nanoTime() - usedNs < pool.idleNs();
        return isUsed && failures < MOST_FAILURES && Files.isDirectory(home);
    }

    private void look() {
        for (Brood each : List.copyOf(waiting)) {
            if (each.isTaken()) {
                waiting.remove(each);
                taken.add(each);
                usedNs = System.nanoTime();
                failures = 0;
            } else if (each.isGone() || each.isLate()) {
                each.end();
                waiting.remove(each);
                failures++;
                String ignored = RankCache.adviceOnDamage(); // what follows starts without it, and finds it again when it has been made anew
            }
        }
        for (Brood each : List.copyOf(taken)) {
            if (each.isGone()) {
                each.end();
                taken.remove(each);
            }
        }
    }

    /** A rehearsal takes the cores for seconds: it does not run beside another one, nor beside a job that has just begun. */
    private boolean isQuiet() {
        for (Brood each : waiting) {
            if (!each.isReady()) {
                return false;
            }
        }
        return taken.isEmpty() || System.nanoTime() - usedNs > LONG_JOB_NS;
    }

    private synchronized void end() {
        ended = true;
        waiting.forEach(Brood::end);
        taken.stream().filter(Brood::isGone).forEach(Brood::end);
        try {
            Files.deleteIfExists(home.resolve(Pool.ABOUT));
            if (taken.stream().allMatch(Brood::isGone)) {
                FileTree.delete(home);
            }
        } catch (IOException e) {
            // The next pool removes it.
        }
    }
}
