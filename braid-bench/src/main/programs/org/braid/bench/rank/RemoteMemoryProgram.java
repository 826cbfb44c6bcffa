package org.braid.bench.rank;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.braid.base.wire.PutBuffer;
import org.braid.boot.Job;
import org.braid.link.Context;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.progress.Completion;
import org.braid.link.region.Region;
import org.braid.link.region.RemoteRegion;
import org.braid.link.region.Right;

/**
 * Arguments: {@code remote-memory SCALE BYTES...}. Rank 0 puts into memory of rank 1, gets from it and counts in it, each call until it is over, while rank 1 waits; beside that, the machine's own copy of as many bytes from the same buffer into memory of the process. Where both touch each
 * other's memory, a word goes there and back, too, each rank looking at its own memory for it.
 */
public final class RemoteMemoryProgram {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final int HERE = 40;
    private static final int BLOCKS = 25;
    private static final long WARM_NS = 1_500_000_000L;
    private static final int TRIPS = 200_000;

    private final Job job = Job.attached();
    private final Context context = Context.open(job.contextConfig());
    private final Completion here = new Completion();
    private final Completion over = new Completion();
    private final Speaker speaker = new Speaker(job.rank());
    private final double scale;
    private String variant = "";
    private final int longest;
    private final List<RemoteRegion> given = new ArrayList<>(1); // the other rank's, once it has come

    private RemoteMemoryProgram(double scale, int longest) {
        this.scale = scale;
        this.longest = Math.max(Long.BYTES, longest);
    }

    /** Runs as one rank of two. */
    public static void main(String[] arguments) {
        int[] sizes = Arrays.stream(arguments, 2, arguments.length).mapToInt(Integer::parseInt).toArray();
        new RemoteMemoryProgram(Double.parseDouble(arguments[1]), Arrays.stream(sizes).max().orElse(0)).run(sizes);
    }

    private void run(int[] sizes) {
        int take = context.register("bench.region", (to, a0, a1, a2, a3, payload) -> {
            given.add(context.regionFrom(payload.reader()));
            here.complete();
        });
        int done = context.register("bench.over", (to, a0, a1, a2, a3, payload) -> over.complete());
        Endpoint mine = context.newEndpoint(HERE, null);
        job.enter(context);
        ByteBuffer memory = context.space().arena().newByteBuffer(longest);
        try (Region region = context.publish(memory, 0, longest, EnumSet.allOf(Right.class), Long.MAX_VALUE, mine)) {
            PutBuffer capability = new PutBuffer();
            region.put(capability);
            var other = context.startpointTo(job.contextId(1 - job.rank()), HERE);
            other.send(take, 0, 0, 0, 0, capability);
            context.progress().await(here);
            RemoteRegion theirs = given.getFirst();
            if (theirs.isDirect()) {
                trips(theirs, MemorySegment.ofBuffer(memory));
            }
            if (job.rank() == 0) {
                measure(theirs, sizes);
                other.send(done, 0, 0, 0, 0, null, 0, 0);
            } else {
                context.progress().await(over);
            }
        }
        context.close();
        job.finished();
    }

    private void measure(RemoteRegion theirs, int[] sizes) {
        variant = theirs.isDirect() ? "direct" : "frames";
        byte[] data = new byte[longest];
        MemorySegment copy = Arena.global().allocate(longest, 64);
        for (int bytes : sizes) {
            int count = Math.max(1, Counts.messages(scale, bytes) / BLOCKS);
            Runnable put = () -> theirs.put(0, data, 0, bytes);
            Runnable get = () -> theirs.get(0, data, 0, bytes);
            Runnable memcpy = () -> MemorySegment.copy(MemorySegment.ofArray(data), 0, copy, 0, bytes);
            say(bytes, count, "put", put, "get", get, "memcpy", memcpy);
        }
        int count = Math.max(1, Counts.messages(scale, Long.BYTES) / BLOCKS);
        long[] sum = new long[1];
        say(Long.BYTES, count, "fetch-and-add", () -> sum[0] += theirs.fetchAndAdd(0, 1), "compare-and-swap", () -> sum[0] += theirs.compareAndSwap(0, 0, 0), "nothing", () -> sum[0]++);
    }

    /** Three things in turns, after all have been done for long enough. */
    private void say(int bytes, int count, String a, Runnable doA, String b, Runnable doB, String c, Runnable doC) {
        double[][] us = new double[3][BLOCKS];
        for (long startNs = System.nanoTime(); System.nanoTime() - startNs < WARM_NS * Math.min(1, scale); ) {
            block(doA, count);
            block(doB, count);
            block(doC, count);
        }
        for (int i = 0; i < BLOCKS; i++) {
            us[0][i] = block(doA, count);
            us[1][i] = block(doB, count);
            us[2][i] = block(doC, count);
        }
        say(a, bytes, us[0]);
        say(b, bytes, us[1]);
        say(c, bytes, us[2]);
    }

    private void say(String operation, int bytes, double[] us) {
        Arrays.sort(us);
        speaker.say(operation, operation.equals("memcpy") || operation.equals("nothing") ? "here" : variant, bytes, us[BLOCKS / 2], "us");
    }

    /** Microseconds for each call. */
    private static double block(Runnable call, int count) {
        long startNs = System.nanoTime();
        for (int i = 0; i < count; i++) {
            call.run();
        }
        return (System.nanoTime() - startNs) / 1e3 / count;
    }

    /** A word there and back: both ranks look at their own memory for what the other one puts. */
    private void trips(RemoteRegion theirs, MemorySegment mine) {
        long[] word = new long[1];
        double[] us = new double[BLOCKS];
        for (int block = -BLOCKS; block < BLOCKS; block++) {
            int count = (int) (TRIPS * scale / BLOCKS) + 1;
            long startNs = System.nanoTime();
            for (int i = 0; i < count; i++) {
                word[0]++;
                if (job.rank() == 0) {
                    theirs.put(0, word, 0, Long.BYTES);
                    await(mine, word[0]);
                } else {
                    await(mine, word[0]);
                    theirs.put(0, word, 0, Long.BYTES);
                }
            }
            us[Math.max(0, block)] = (System.nanoTime() - startNs) / 2e3 / count;
        }
        Arrays.sort(us);
        speaker.say("put-seen", "direct", Long.BYTES, us[BLOCKS / 2], "us");
    }

    private static void await(MemorySegment memory, long value) {
        while ((long) WORD.getAcquire(memory, 0L) != value) {
            Thread.onSpinWait();
        }
    }
}
