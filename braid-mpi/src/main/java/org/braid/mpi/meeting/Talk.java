package org.braid.mpi.meeting;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import org.braid.base.os.Entropy;

/**
 * What two leaders say to each other through a stream whose ends trust each other: words, in turns. Big-endian.
 *
 * <pre>
 *   both, first     i64 magic | i32 build | i64 chance: the end that says the lower one speaks first
 *   then, in turns  i32 count | count × i64
 *   between any two of these, from the beginning on between hosts     i32 -1: a beat
 *   last            i32 -2: a leave
 * </pre>
 */
public final class Talk implements Closeable {
    private static final long MAGIC = 0x4252_4149_444D_4501L; // "BRAIDME", version 1

    /** A member of a group takes some hundred words; more than this is no group. */
    private static final int MAX_WORDS = 1 << 26;

    /** In place of a count: this end lives. */
    private static final int BEAT = -1;

    /** Likewise: this end says no more. */
    private static final int LEAVE = -2;

    private final DataInputStream in;
    private final DataOutputStream out;
    private final Closeable stream;
    private final boolean isPrivate;
    private boolean speaksFirst;
    private volatile boolean isOver; // nothing more is said

    /**
     * Between two leaders.
     *
     * @param stream what both belong to, which is closed with this
     * @param isPrivate whether nobody else can hear or alter what is said
     */
    public Talk(DataInputStream in, DataOutputStream out, Closeable stream, boolean isPrivate) {
        this.isPrivate = isPrivate;
        this.in = in;
        this.out = out;
        this.stream = stream;
    }

    /** Whether secrets may be told through it. */
    boolean isPrivate() {
        return isPrivate;
    }

    /** Of the two ends that have greeted, the one that says the first words of each {@link #swap}: a role that the other end has not. */
    boolean speaksFirst() {
        return speaksFirst;
    }

    /**
     * Says that this end lives, unless it has said its last; any thread.
     *
     * @return whether it has not
     */
    boolean beat() throws IOException {
        return say(BEAT);
    }

    /** Says behind all others that nothing more will be said; any thread. */
    void leave() throws IOException {
        synchronized (out) {
            boolean ignored = say(LEAVE);
            isOver = true;
        }
    }

    private boolean say(int word) throws IOException {
        synchronized (out) {
            if (!isOver) {
                out.writeInt(word);
                out.flush();
            }
            return !isOver;
        }
    }

    /** Returns when the other end has said its last. */
    void awaitLeave() throws IOException {
        int word = hear();
        if (word != LEAVE) {
            throw new IOException("its leader says " + word + " where a leave was expected");
        }
    }

    /** The next word of the other end that is no beat; an end that is not trusted may not put this one off by beats. */
    private int hear() throws IOException {
        try {
            int word = in.readInt();
            while (isPrivate && word == BEAT) {
                word = in.readInt();
            }
            return word;
        } catch (SocketTimeoutException silent) {
            throw new IOException("nothing was heard of the other end " + (isPrivate ? "for 11 s" : "in time"), silent);
        }
    }

    /**
     * Finds out whether the other end is the same Braid.
     *
     * @param build of the jar that runs
     * @throws IOException if it is not, or the stream has failed
     */
    void greet(int build) throws IOException {
        long chance = Entropy.nextLong();
        write(ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES).putLong(MAGIC).putInt(build).putLong(chance));
        if (hear() != (int) (MAGIC >>> Integer.SIZE) || in.readInt() != (int) MAGIC) {
            throw new IOException("who is at the other end does not speak Braid's language");
        }
        int other = in.readInt();
        if (other != build) {
            throw new IOException("the other end is another build of Braid: " + Integer.toHexString(other) + ", this one is " + Integer.toHexString(build));
        }
        long others = in.readLong();
        if (others == chance) {
            throw new IOException("the other end says what this one says: it is this one");
        }
        speaksFirst = chance < others;
    }

    /**
     * Tells these words, and gets those of the other end.
     *
     * @throws IOException if the stream has failed, or the other end has given up
     */
    long[] swap(long[] ours) throws IOException {
        if (speaksFirst) {
            write(ours);
            return read();
        }
        long[] theirs = read();
        write(ours);
        return theirs;
    }

    private void write(long[] words) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.addExact(Integer.BYTES, Math.multiplyExact(words.length, Long.BYTES)));
        bytes.putInt(words.length).asLongBuffer().put(words);
        write(bytes);
    }

    /** Beats come from another thread. */
    private void write(ByteBuffer whole) throws IOException {
        synchronized (out) {
            out.write(whole.array());
            out.flush();
        }
    }

    private long[] read() throws IOException {
        int count = readCount();
        if (count < 0 || count > MAX_WORDS) {
            throw new IOException("the other end says " + count + " words");
        }
        byte[] bytes = in.readNBytes(count * Long.BYTES);
        if (bytes.length < count * Long.BYTES) {
            throw new EOFException();
        }
        long[] words = new long[count];
        ByteBuffer.wrap(bytes).asLongBuffer().get(words);
        return words;
    }

    private int readCount() throws IOException {
        try {
            return hear();
        } catch (EOFException e) {
            throw new IOException("the other end has given up", e);
        }
    }

    @Override
    public void close() {
        isOver = true;
        try {
            stream.close();
        } catch (IOException e) {
            // All that it was for has been said, or has failed before.
        }
    }
}
