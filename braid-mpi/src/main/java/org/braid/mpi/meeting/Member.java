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

    static Member ofThisProcess(LcoName across, LcoName all, DescriptorTable table) {
        return new Member(across, all, HostIdentity.own(), Machine.pid(), Machine.startTicks(Machine.pid()), table);
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
