package org.braid.devices.delay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/**
 * The links of an emulated network in a file that all processes of a host map: when each is free again, so that its bandwidth is shared between processes without one that serves it, and how late its frames arrived, so that a
 * measurement can be refused whose links were not what they should have been.
 *
 * <pre>
 *   magic i64 | ranks i32 | groups i32 | whether frames are counted i64 | for each group: name, 16 bytes, clusters i32, where its records begin i32
 *   for each group, for each rank: its cluster i32
 *   for each group, for each cluster that sends, for each that receives: free at i64, frames by lateness i64 × 128      numbers in the machine's order
 * </pre>
 */
public final class LinkClocks {
    /** Frames are counted by how late they were: bucket i has those of at most 2^(i/4) us, so a quantile is known to a fifth. */
    static final int BUCKETS = 128;

    private static final double PARTS = 4;
    private static final double STEP_NS = 1_000;

    private static final long MAGIC = 0x42726169644c6b33L;
    private static final int HEAD_BYTES = 24;
    private static final int NAME_BYTES = 16;
    private static final int GROUP_BYTES = NAME_BYTES + 8;
    private static final int RECORD_BYTES = Long.BYTES * (1 + BUCKETS);
    private static final int MOST_BYTES = 64 << 20;

    private final ByteBuffer memory;
    private final int ranks;

    private LinkClocks(ByteBuffer memory, int ranks) {
        this.memory = memory;
        this.ranks = ranks;
    }

    /**
     * Writes a file of links that nobody has used.
     *
     * @param clusters of each group of links, which has a name of up to 16 letters, the cluster of each rank, from 0 on: there is a link from each to each
     */
    public static void create(Path file, Map<String, int[]> clusters) throws IOException {
        int ranks = clusters.values().stream().mapToInt(each -> each.length).max().orElse(0);
        int at = HEAD_BYTES + clusters.size() * (GROUP_BYTES + Integer.BYTES * ranks);
        int records = Math.ceilDiv(at, Long.BYTES) * Long.BYTES;
        int size = records;
        for (int[] each : clusters.values()) {
            size += links(each) * RECORD_BYTES;
        }
        ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.nativeOrder());
        bytes.putLong(MAGIC).putInt(ranks).putInt(clusters.size()).putLong(SharedWire.COUNTS);
        int first = records;
        for (Map.Entry<String, int[]> each : clusters.entrySet()) {
            byte[] name = each.getKey().getBytes(StandardCharsets.UTF_8);
            if (name.length > NAME_BYTES || each.getValue().length != ranks) {
                throw new IllegalArgumentException("the group " + each.getKey() + " of " + each.getValue().length + " ranks");
            }
            int start = bytes.position();
            bytes.put(name).position(start + NAME_BYTES).putInt(count(each.getValue())).putInt(first);
            first += links(each.getValue()) * RECORD_BYTES;
        }
        clusters.values().forEach(each -> {
            for (int cluster : each) {
                bytes.putInt(cluster);
            }
        });
        for (int record = records; record < size; record += RECORD_BYTES) {
            bytes.putLong(record, Wire.ALWAYS);
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (bytes.position(0); bytes.hasRemaining();) {
                channel.write(bytes);
            }
        }
    }

    private static int count(int[] clusters) {
        int most = 0;
        for (int each : clusters) {
            most = Math.max(most, each + 1);
        }
        return most;
    }

    private static int links(int[] clusters) {
        return Math.multiplyExact(count(clusters), count(clusters));
    }

    /**
     * Maps a file that {@link #create} has written.
     *
     * @throws BraidException {@code METHOD_PARAMETER} if it is none
     */
    public static LinkClocks open(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long size = channel.size();
            if (size < HEAD_BYTES || size > MOST_BYTES) {
                throw refused(file, "it has " + size + " bytes");
            }
            ByteBuffer memory = channel.map(MapMode.READ_WRITE, 0, size).order(ByteOrder.nativeOrder());
            LinkClocks clocks = new LinkClocks(memory, memory.getInt(8));
            clocks.check(file);
            return clocks;
        } catch (IOException e) {
            throw refused(file, why(e));
        }
    }

    /** Of a file some of the JDK's exceptions say its name alone. */
    private static String why(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "there is no such file";
            case AccessDeniedException _ -> "this user may not read and write it";
            case FileSystemException file when file.getReason() != null -> file.getReason();
            default -> String.valueOf(e.getMessage());
        };
    }

    private void check(Path file) {
        int groups = memory.getInt(12);
        long tables = HEAD_BYTES + (long) groups * (GROUP_BYTES + (long) Integer.BYTES * ranks);
        if (memory.getLong(0) != MAGIC || ranks < 1 || groups < 1 || tables > memory.capacity()) {
            throw refused(file, "braid has not written it");
        }
        for (int group = 0; group < groups; group++) {
            long count = memory.getInt(entry(group) + NAME_BYTES);
            int first = memory.getInt(entry(group) + NAME_BYTES + 4);
            boolean isInside = count >= 1 && count < 1 << 15 && first >= tables && first % Long.BYTES == 0 && first + count * count * RECORD_BYTES <= memory.capacity();
            for (int rank = 0; rank < ranks && isInside; rank++) {
                isInside = cluster(group, rank) >= 0 && cluster(group, rank) < count;
            }
            if (!isInside) {
                throw refused(file, "its group " + group + " lies outside");
            }
        }
    }

    private static BraidException refused(Path file, String why) {
        return new BraidException(ErrorCode.METHOD_PARAMETER, "delay's parameter clocks, the file " + file, why, "braid bench karonis makes such files");
    }

    private int entry(int group) {
        return HEAD_BYTES + group * GROUP_BYTES;
    }

    private int cluster(int group, int rank) {
        return memory.getInt(HEAD_BYTES + memory.getInt(12) * GROUP_BYTES + Integer.BYTES * (group * ranks + rank));
    }

    private String name(int group) {
        byte[] name = new byte[NAME_BYTES];
        memory.get(entry(group), name);
        return new String(name, StandardCharsets.UTF_8).replace("\0", "");
    }

    private SharedWire wire(int group, int from, int to) {
        int count = memory.getInt(entry(group) + NAME_BYTES);
        return new SharedWire(memory, memory.getInt(entry(group) + NAME_BYTES + 4) + (from * count + to) * RECORD_BYTES);
    }

    /**
     * The link between the clusters of two ranks.
     *
     * @throws BraidException {@code METHOD_PARAMETER} if there is none
     */
    SharedWire between(String group, long sender, long receiver) {
        for (int i = 0; i < memory.getInt(12); i++) {
            if (name(i).equals(group) && sender >= 0 && sender < ranks && receiver >= 0 && receiver < ranks) {
                return wire(i, cluster(i, (int) sender), cluster(i, (int) receiver));
            }
        }
        throw new BraidException(ErrorCode.METHOD_PARAMETER, "delay's parameter group=" + group, "its file of clocks has no such group, or knows neither context " + sender + " nor " + receiver, "Name a group of the file");
    }

    /** From now on frames of all processes are counted, or are not: those that only make code and connections warm say nothing of what is measured after them. All links have counted from the start. */
    public void count(boolean counts) {
        SharedWire.count(memory, counts);
    }

    /** How late frames of all links of a group were: how many by at most 1 us, by at most 1.2 us, 1.4, 1.7, 2, 2.4 us and so on. */
    public long[] lateness(String group) {
        long[] frames = new long[BUCKETS];
        for (int i = 0; i < memory.getInt(12); i++) {
            int count = memory.getInt(entry(i) + NAME_BYTES);
            for (int record = 0; record < count * count && name(i).equals(group); record++) {
                int at = memory.getInt(entry(i) + NAME_BYTES + 4) + record * RECORD_BYTES;
                for (int bucket = 0; bucket < BUCKETS; bucket++) {
                    frames[bucket] += memory.getLong(at + Long.BYTES * (1 + bucket));
                }
            }
        }
        return frames;
    }

    static int bucket(long lateNs) {
        return lateNs <= STEP_NS ? 0 : Math.min(BUCKETS - 1, (int) Math.ceil(PARTS * Math.log(lateNs / STEP_NS) / Math.log(2)));
    }

    /**
     * What a share of the frames was not later than, as far as buckets tell.
     *
     * @param frames as {@link #lateness} has them
     * @param share 0 to 1
     * @return nanoseconds; 0 without frames
     */
    public static long quantileNs(long[] frames, double share) {
        long all = 0;
        for (long each : frames) {
            all += each;
        }
        long seen = 0;
        for (int bucket = 0; bucket < frames.length; bucket++) {
            seen += frames[bucket];
            if (all > 0 && seen >= share * all) {
                return Math.round(STEP_NS * Math.pow(2, bucket / PARTS));
            }
        }
        return 0;
    }
}
