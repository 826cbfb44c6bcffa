package org.braid.bench.duel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.bench.process.Run;
import org.braid.bench.process.Tether;
import org.jspecify.annotations.Nullable;

/**
 * A job of {@code TurnProgram}, from its start to its end. If it ends early, or runs for longer than any duel, its sockets are closed, so that nobody waits for it.
 *
 * <pre>
 *   place/turns    the socket on which its ranks call
 *   place/floor    the page that the ranks of a pair share
 * </pre>
 */
final class LiveJob implements Contender, AutoCloseable {
    private static final long BOUND_S = 300;
    private static final long END_BOUND_MS = 20_000;
    private static final int FLOOR_BYTES = 4096;

    private final String name;
    private final Path place;
    private final RankSockets ranks;
    private final Thread running;
    private volatile @Nullable BraidException failure;

    private LiveJob(String name, Path place, List<String> command) throws IOException {
        this.name = name;
        this.place = place;
        Files.write(place.resolve("floor"), new byte[FLOOR_BYTES]);
        ranks = new RankSockets(place.resolve("turns"));
        running = Thread.ofPlatform().daemon().name("braid-bench-job").start(() -> run(command));
    }

    /**
     * Starts a job, and waits until all its ranks have called.
     *
     * @param name as errors say it
     * @param command of the job whose ranks call in a directory
     * @throws BraidException with {@code BENCH_FAILED} if it ends instead
     */
    static LiveJob start(String name, int size, Function<Path, List<String>> command) throws IOException, InterruptedException {
        Path place = Files.createTempDirectory("braid-bench-");
        LiveJob job = new LiveJob(name, place, command.apply(place));
        try {
            job.await(size);
            return job;
        } catch (InterruptedException | RuntimeException failed) {
            job.close();
            throw failed;
        }
    }

    private void run(List<String> command) {
        try {
            Run.ended(name, Tether.tied(command), BOUND_S);
        } catch (BraidException thrown) {
            failure = thrown;
        } catch (IOException thrown) {
            failure = failed(thrown);
        } catch (InterruptedException given) {
            // Then nobody asks any more.
        } finally {
            ranks.close();
        }
    }

    private void await(int size) throws InterruptedException {
        try {
            ranks.await(size);
        } catch (IOException hungUp) {
            throw whyItIsGone(hungUp);
        }
    }

    @Override
    public Slice turn(int work, int count) throws InterruptedException {
        try {
            return ranks.turn(work, count);
        } catch (IOException hungUp) {
            throw whyItIsGone(hungUp);
        }
    }

    /** Its process knows better than its socket. */
    private BraidException whyItIsGone(IOException hungUp) throws InterruptedException {
        running.join(END_BOUND_MS);
        BraidException known = failure;
        return known == null ? failed(hungUp) : known;
    }

    private BraidException failed(IOException thrown) {
        return new BraidException(ErrorCode.BENCH_FAILED, "the measured program '" + name + "' takes no turns any more", String.valueOf(thrown.getMessage()), "Run braid bench latency, which says what it printed");
    }

    /** The job ends by itself, since its turns are over; one that does not is ended. */
    @Override
    public void close() throws IOException, InterruptedException {
        try {
            ranks.end();
            running.join(END_BOUND_MS);
        } catch (IOException gone) {
            // So it has ended already.
        } finally {
            running.interrupt();
            running.join();
            for (Path file : List.of(place.resolve("turns"), place.resolve("floor"), place)) {
                Files.deleteIfExists(file);
            }
        }
    }
}
