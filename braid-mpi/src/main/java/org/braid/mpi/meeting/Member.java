package org.braid.mpi.meeting;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.braid.base.BraidException;
import org.braid.base.os.Machine;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.Limits;
import org.braid.boot.hosts.HostIdentity;
import org.braid.mpi.p2p.LcoName;

/**
 * What a member of one group says of itself to the other group.
 *
 * <pre>
 *   longs:  length in all | 4 name of its object that leads to the other group | 4 name of that among all | 2 its host | pid | start | bytes of its table | the table, 8 bytes a long
 * </pre>
 *
 * @param across its object whose slots lead to the other group
 * @param all its object among all
 * @param host where its process is
 * @param pid of its process
 * @param startTicks of the process, as {@link Machine#startTicks} says it
 * @param table how its context is reached
 */
record Member(LcoName across, LcoName all, HostIdentity host, long pid, long startTicks, DescriptorTable table) {
    private static final int NAME = LcoName.BYTES / Long.BYTES;
    private static final int HOST = 1 + 2 * NAME;
    private static final int PROCESS = HOST + 2;
    private static final int HEAD = PROCESS + 3;

    /** What of this process goes with few others in one message (see {@link #block}): tables of ranks on one host are a third as long. */
    static final int BLOCK = 64;

    /** Of a block whose process needs a secret to talk to another job. */
    private static final long NEEDS_SECRET = 1;

    /** Of a block that has nothing else, since its process has more to say than a block holds. */
    private static final long IS_CUT = 2;

    static Member ofThisProcess(LcoName across, LcoName all, HostIdentity host, DescriptorTable table) {
        return new Member(across, all, host, Machine.pid(), Machine.startTicks(Machine.pid()), table);
    }

    ContextId process() {
        return across.context();
    }

    long[] words() {
        byte[] bytes = table.toBytes();
        long[] words = new long[HEAD + (bytes.length + Long.BYTES - 1) / Long.BYTES];
        words[0] = words.length;
        across.put(words, 1);
        all.put(words, 1 + NAME);
        words[HOST] = host.high();
        words[HOST + 1] = host.low();
        words[PROCESS] = pid;
        words[PROCESS + 1] = startTicks;
        words[PROCESS + 2] = bytes.length;
        ByteBuffer padded = ByteBuffer.allocate((words.length - HEAD) * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        padded.put(bytes).clear();
        padded.asLongBuffer().get(words, HEAD, words.length - HEAD);
        return words;
    }

    /**
     * The same in a block of {@link #BLOCK} longs, if it fits: flags, the words, zeros.
     *
     * @param needsSecret whether this process can talk to processes of another job only if they have a secret in common
     */
    long[] block(boolean needsSecret) {
        long[] words = words();
        long[] block = new long[BLOCK];
        block[0] = (needsSecret ? NEEDS_SECRET : 0) | (words.length < BLOCK ? 0 : IS_CUT);
        if (words.length < BLOCK) {
            System.arraycopy(words, 0, block, 1, words.length);
        }
        return block;
    }

    /** Whether the process of some block needs a secret. */
    static boolean anyNeedsSecret(long[] blocks) {
        return anyHas(blocks, NEEDS_SECRET);
    }

    /** Whether some block lacks what its process has to say. */
    static boolean isAnyCut(long[] blocks) {
        return anyHas(blocks, IS_CUT);
    }

    private static boolean anyHas(long[] blocks, long flag) {
        for (int at = 0; at < blocks.length; at += BLOCK) {
            if ((blocks[at] & flag) != 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Reads a group's blocks, none of which is cut.
     *
     * @param first number of its first block
     * @throws IllegalArgumentException if they are none
     */
    static Member[] ofBlocks(long[] blocks, int first, int count) {
        Member[] group = new Member[count];
        for (int i = 0; i < count; i++) {
            int at = (first + i) * BLOCK + 1;
            int length = (int) blocks[at];
            check(blocks[at] >= HEAD && blocks[at] < BLOCK);
            group[i] = one(Arrays.copyOfRange(blocks, at, at + length));
        }
        return group;
    }

    /**
     * Reads a group.
     *
     * @throws IllegalArgumentException if the words are none of this size
     */
    static Member[] all(long[] words, int size) {
        Member[] group = new Member[size];
        int at = 0;
        for (int i = 0; i < size; i++) {
            int left = words.length - at;
            check(left >= HEAD && words[at] >= HEAD && words[at] <= left);
            group[i] = one(Arrays.copyOfRange(words, at, at + (int) words[at]));
            at += (int) words[at];
        }
        check(at == words.length);
        return group;
    }

    private static Member one(long[] words) {
        long length = words[PROCESS + 2];
        check(length >= 0 && length <= Limits.MAX_TABLE_BYTES && (length + Long.BYTES - 1) / Long.BYTES == words.length - HEAD);
        ByteBuffer bytes = ByteBuffer.allocate((words.length - HEAD) * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(words, HEAD, words.length - HEAD);
        try {
            DescriptorTable table = DescriptorTable.decode(Arrays.copyOf(bytes.array(), (int) length));
            return new Member(LcoName.get(words, 1), LcoName.get(words, 1 + NAME), new HostIdentity(words[HOST], words[HOST + 1]), words[PROCESS], words[PROCESS + 1], table);
        } catch (BraidException damaged) {
            throw new IllegalArgumentException(damaged);
        }
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException("the words are no group");
        }
    }
}
