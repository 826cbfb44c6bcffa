package org.braid.launch.output;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.IntFunction;
import org.braid.boot.threads.OutputPiece;
import org.braid.boot.threads.RankSet;
import org.jspecify.annotations.Nullable;

/** Carries one output of a process whose ranks are threads: what each rank prints goes its own way. What the process itself prints, as a JVM does that dies, counts as its first rank's. One thread runs it. */
public final class SharedOutput implements Runnable, CarriedOutput, OutputPiece.Reader.Sink {
    private static final long GRACE_MS = 300;

    private final RankSet ranks;
    private final InputStream from;
    private final IntFunction<OutputPump> pumpOf;
    private final @Nullable OutputPump[] pumps; // made when their rank prints first; guarded by this
    private final OutputPiece.Reader reader;
    private volatile boolean passing;
    private volatile @Nullable Thread thread;

    /**
     * It carries nothing before it is started.
     *
     * @param job the lower half of the job's number
     * @param ranks those of the process
     * @param from what the process prints
     * @param pumpOf makes what passes on one rank's part
     */
    public SharedOutput(long job, RankSet ranks, InputStream from, IntFunction<OutputPump> pumpOf) {
        this.ranks = ranks;
        this.from = from;
        this.pumpOf = pumpOf;
        this.pumps = new OutputPump[ranks.count()];
        this.reader = new OutputPiece.Reader(job, ranks, this);
    }

    /** Carries from now on, in a daemon thread of this name. */
    public void start(String name) {
        Thread mine = new Thread(null, this, name, 128 * 1024);
        mine.setDaemon(true);
        thread = mine;
        mine.start();
    }

    @Override
    public void run() {
        try {
            ByteBuffer space = reader.space();
            for (int got = read(space); got >= 0; got = read(space)) {
                passing = true;
                reader.advance();
                passing = false;
            }
            reader.end();
        } catch (IOException e) {
            // The process is gone; what it wrote before has been passed on.
        }
        for (int place = 0; place < pumps.length; place++) {
            OutputPump pump = known(place);
            if (pump != null) {
                pump.end();
            }
        }
    }

    private int read(ByteBuffer into) throws IOException {
        int got = from.read(into.array(), into.position(), into.remaining());
        into.position(into.position() + Math.max(0, got));
        return got;
    }

    @Override
    public void printed(int rank, ByteBuffer bytes) throws IOException {
        byte[] chunk = new byte[bytes.remaining()];
        bytes.get(chunk);
        pump(rank).feed(chunk, chunk.length);
    }

    @Override
    public void printedByNobody(ByteBuffer bytes) throws IOException {
        printed(ranks.first(), bytes);
    }

    private synchronized OutputPump pump(int rank) {
        int place = ranks.placeOf(rank);
        OutputPump known = pumps[place];
        if (known == null) {
            known = pumpOf.apply(rank);
            pumps[place] = known;
        }
        return known;
    }

    private synchronized @Nullable OutputPump known(int place) {
        return pumps[place];
    }

    @Override
    public void awaitEnd(boolean patiently) throws InterruptedException {
        Thread mine = thread;
        if (mine != null) {
            mine.join(GRACE_MS);
            while (patiently && passing && mine.isAlive()) {
                mine.join(GRACE_MS);
            }
        }
    }

    @Override
    public void showUnfinished() {
        OutputPump pump = known(0);
        if (pump != null) {
            pump.showUnfinished();
        }
    }

    @Override
    public List<String> lastLines(int rank) {
        OutputPump pump = known(ranks.placeOf(rank));
        return pump == null ? List.of() : pump.lastLines();
    }
}
