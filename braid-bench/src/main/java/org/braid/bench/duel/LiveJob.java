package org.braid.bench.duel;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.bench.process.Run;
import org.braid.bench.process.Tether;
import org.jspecify.annotations.Nullable;

/**
 * A job of {@code TurnProgram}, from its start to its end, and the sockets by which each of its ranks is told of its turns. If the job ends early, or runs for longer than any duel, its
 * sockets are closed, so that nobody waits for it.
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
    private final ServerSocketChannel door;
    private final List<SocketChannel> ranks = new CopyOnWriteArrayList<>();
    private final ByteBuffer turn = ByteBuffer.allocate(2 * Integer.BYTES);
    private final ByteBuffer answer = ByteBuffer.allocate(3 * Double.BYTES);
    private final Thread running;
    private volatile @Nullable Throwable failure;

    private LiveJob(String name, Path place, List<String> command) throws IOException {
        this.name = name;
        this.place = place;
        Files.write(place.resolve("floor"), new byte[FLOOR_BYTES]);
        door = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(place.resolve("turns")));
        running = Thread.ofPlatform().daemon().name("braid-bench-job").start(() -> run(command));
    }

    /**
     * Starts a job, and waits until all its ranks have called.
     *
     * @param command of the job that calls in a directory
     * @throws BraidException with {@code BENCH_FAILED} if it ends instead
     */
    static LiveJob start(String name, int size, Function<Path, List<String>> command) throws IOException, InterruptedException {
        Path place = Files.createTempDirectory("braid-bench-");
        LiveJob job = new LiveJob(name, place, command.apply(place));
        try {
            job.await(size);
            return job;
        } catch (IOException | InterruptedException | RuntimeException failed) {
            job.close();
            throw failed;
        }
    }

    private void run(List<String> command) {
        try {
            Run.ended(name, Tether.tied(command), BOUND_S);
        } catch (IOException | RuntimeException thrown) {
            failure = thrown;
        } catch (InterruptedException given) {
            // Then nobody asks any more.
        } finally {
            hangUp();
        }
    }

    private void await(int size) throws IOException, InterruptedException {
        SocketChannel[] byRank = new SocketChannel[size];
        try {
            for (int called = 0; called < size; called++) {
                SocketChannel rank = door.accept();
                ranks.add(rank);
                byRank[read(rank, ByteBuffer.allocate(Integer.BYTES)).getInt()] = rank;
            }
        } catch (IOException hungUp) {
            throw failed(hungUp);
        }
        ranks.clear();
        ranks.addAll(List.of(byRank));
    }

    @Override
    public Slice turn(int work, int count) throws IOException, InterruptedException {
        try {
            tell(work, count);
            double tookNs = 0;
            Slice any = new Slice(0, 0, 0);
            for (SocketChannel rank : ranks) {
                ByteBuffer said = read(rank, answer.clear());
                any = new Slice(said.getDouble(), said.getDouble(), said.getDouble());
                tookNs = Math.max(tookNs, any.operationNs());
            }
            return new Slice(any.floorBeforeNs(), tookNs / count, any.floorAfterNs());
        } catch (IOException hungUp) {
            throw failed(hungUp);
        }
    }

    private void tell(int work, int count) throws IOException {
        for (SocketChannel rank : ranks) {
            turn.clear().putInt(work).putInt(count).flip();
            while (turn.hasRemaining()) {
                rank.write(turn);
            }
        }
    }

    private static ByteBuffer read(SocketChannel rank, ByteBuffer into) throws IOException {
        while (into.hasRemaining()) {
            if (rank.read(into) < 0) {
                throw new IOException("a rank has ended");
            }
        }
        return into.flip();
    }

    /** Why the job is gone, which its process knows better than its socket. */
    private BraidException failed(IOException hungUp) throws InterruptedException {
        running.join(END_BOUND_MS);
        return failure instanceof BraidException known
                ? known
                : new BraidException(ErrorCode.BENCH_FAILED, "the measured program '" + name + "' takes no more turns", String.valueOf(hungUp.getMessage()), "Run braid bench latency --against, which says what it printed");
    }

    /** The job ends by itself, since its turns are over; one that does not is ended. */
    @Override
    public void close() throws IOException, InterruptedException {
        try {
            tell(0, 0);
            running.join(END_BOUND_MS);
        } catch (IOException gone) {
            // So it has ended already.
        } finally {
            running.interrupt();
            running.join();
            hangUp();
            remove();
        }
    }

    private void hangUp() {
        try {
            door.close();
            for (SocketChannel rank : ranks) {
                rank.close();
            }
        } catch (IOException e) {
            // Nobody reads there any more.
        }
    }

    private void remove() throws IOException {
        for (Path file : List.of(place.resolve("turns"), place.resolve("floor"), place)) {
            Files.deleteIfExists(file);
        }
    }
}
