package org.braid.mpi.file.shared;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.link.Context;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.progress.Progress;
import org.braid.link.region.Region;
import org.braid.link.region.RemoteRegion;
import org.braid.link.region.Right;
import org.jspecify.annotations.Nullable;

/**
 * The shared file pointer (MPI 4.1, section 14.4.4) and a lock for atomic accesses (section 14.6.1), words of rank 0's memory. On one host the others change them without its help; from other hosts by frames, which rank 0 executes when it polls. Any thread.
 *
 * <pre>
 *   0             8
 *   +-------------+- - - - - - -
 *   | pointer     | {@link TicketLock}
 *   +-------------+- - - - - - -
 * </pre>
 */
public final class SharedWords implements TicketLock.Words, AutoCloseable {
    private static final long POINTER = 0;
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    // One of the two.
    private final @Nullable Own own;
    private final @Nullable RemoteRegion others;
    private final TicketLock lock;

    private record Own(MemorySegment memory, Region region, Endpoint endpoint) {}

    private SharedWords(@Nullable Own own, @Nullable RemoteRegion others, Members members, Progress progress) {
        this.own = own;
        this.others = others;
        this.lock = new TicketLock(this, members, () -> poll(progress));
    }

    /** Memory that rank 0 supplies, for so many ranks. */
    public static int bytes(int ranks) {
        return TicketLock.bytes(ranks);
    }

    /** At rank 0. */
    public static SharedWords publish(Context context, ByteBuffer memory, Members members) {
        Endpoint endpoint = context.newEndpoint(null);
        boolean done = false;
        try {
            Region region = context.publish(memory, 0, bytes(members.size()), EnumSet.of(Right.GET, Right.ATOMIC), Long.MAX_VALUE, endpoint);
            SharedWords words = new SharedWords(new Own(MemorySegment.ofBuffer(memory), region, endpoint), null, members, context.progress());
            done = true;
            return words;
        } finally {
            if (!done) {
                endpoint.close();
            }
        }
    }

    /** What others need to know, as words of which the first one counts the bytes behind it; at rank 0. */
    public long[] capability() {
        PutBuffer bytes = new PutBuffer();
        if (own != null) {
            own.region.put(bytes);
        }
        byte[] all = bytes.toBytes();
        long[] words = new long[1 + Math.ceilDiv(all.length, Long.BYTES)];
        words[0] = all.length;
        MemorySegment.copy(MemorySegment.ofArray(all), 0, MemorySegment.ofArray(words), Long.BYTES, all.length);
        return words;
    }

    /** At any other rank. */
    public static SharedWords of(Context context, long[] capability, Members members) {
        byte[] bytes = new byte[(int) capability[0]];
        MemorySegment.copy(MemorySegment.ofArray(capability), Long.BYTES, MemorySegment.ofArray(bytes), 0, bytes.length);
        return new SharedWords(null, context.regionFrom(new GetBuffer(bytes)), members, context.progress());
    }

    /** Moves the shared pointer by so many etypes, and returns where it was. */
    public long add(long etypes) {
        return add(POINTER, etypes);
    }

    /** Where the shared pointer is, in etypes. */
    public long position() {
        return add(POINTER, 0);
    }

    /** Moves the shared pointer; nobody else does at the same time. */
    public void seek(long etypes) {
        long ignored = add(POINTER, etypes - position());
    }

    /** That of atomic accesses. */
    public TicketLock lock() {
        return lock;
    }

    /** Whoever has the lock may give it back by a frame, which nobody but rank 0 executes. */
    private static void poll(Progress progress) {
        if (progress.tryEnter()) {
            try {
                int ignored = progress.poll();
            } finally {
                progress.exit();
            }
        }
    }

    @Override
    public long add(long at, long addend) {
        if (own != null) {
            return (long) WORD.getAndAdd(own.memory, at, addend);
        }
        if (others == null) {
            throw new IllegalStateException("there are no words");
        }
        return others.fetchAndAdd(at, addend);
    }

    /** At rank 0 after all others. */
    @Override
    public void close() {
        if (own != null) {
            own.region.close();
            own.endpoint.close();
        } else if (others != null) {
            others.close();
        }
    }
}
