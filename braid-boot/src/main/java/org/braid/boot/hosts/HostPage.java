package org.braid.boot.hosts;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A piece of a {@link HostMap}: some ranks that follow each other, and all that is known of their hosts.
 *
 * <pre>
 *   | first rank | n | h | measured: site, cluster, inside | p | h × host | n × u16 index into those hosts | n × (u8 package, u8 cache) | n × u16 process |   (little-endian, i32 where nothing is said;
 *                                     1 if any rank is parted from others of its host by cores, 2 by processes ^                               if p & 1                       if p & 2        255 and 65535 for none)
 *   host = | number | cores | ranks | length u8, name | length u8, address | length u8, site | length u8, cluster |     (UTF-8)
 * </pre>
 *
 * @param first rank that it tells of
 * @param hosts of these ranks, in their order
 * @param parting by what ranks of the job are parted from others of their hosts
 * @param parts of these ranks within their hosts, in their order; empty if nothing parts any of the job
 * @param measured by what all sites and clusters were found, if nobody has named them
 */
public record HostPage(int first, List<JobHost> hosts, Parting parting, List<Part> parts, Measured measured) {
    /** What one rank on a host with the longest names needs. */
    public static final int LEAST_BYTES = 16 + Measured.BYTES + 12 + 4 * (1 + JobHost.MOST_BYTES) + 6;

    private static final int HEAD_BYTES = 16 + Measured.BYTES;
    private static final int MOST_RANKS = 0xffff;

    static byte[] encode(HostMap map, int first, int count, int mostBytes) {
        Map<Integer, Integer> indices = new HashMap<>();
        List<byte[]> named = new ArrayList<>();
        List<Integer> ranks = new ArrayList<>();
        int bytes = HEAD_BYTES;
        Parting parting = map.parting();
        int rankBytes = Short.BYTES + parting.bytes();
        int end = (int) Math.min(map.size(), (long) first + Math.min(count, MOST_RANKS));
        for (int rank = first; rank < end; rank++) {
            JobHost host = map.hostOf(rank);
            byte[] fresh = indices.containsKey(host.number()) ? new byte[0] : encode(host);
            bytes += rankBytes + fresh.length;
            if (bytes > mostBytes) {
                break;
            }
            if (fresh.length > 0) {
                indices.put(host.number(), named.size());
                named.add(fresh);
            }
            ranks.add(indices.get(host.number()));
        }
        ByteBuffer out = ByteBuffer.allocate(HEAD_BYTES + rankBytes * ranks.size() + named.stream().mapToInt(each -> each.length).sum()).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(first).putInt(ranks.size()).putInt(named.size());
        out.putInt(map.measured().siteUs()).putInt(map.measured().clusterUs()).putInt(map.measured().insideUs());
        out.putInt(parting.bits());
        named.forEach(out::put);
        ranks.forEach(index -> out.putShort((short) (int) index));
        for (int i = 0; parting.byCores() && i < ranks.size(); i++) {
            out.putShort(map.partOf(first + i).toShort());
        }
        for (int i = 0; parting.byProcesses() && i < ranks.size(); i++) {
            out.putShort(map.partOf(first + i).processBits());
        }
        return out.array();
    }

    private static byte[] encode(JobHost host) {
        ByteBuffer out = ByteBuffer.allocate(LEAST_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(host.number()).putInt(host.cores()).putInt(host.ranks());
        for (String text : new String[] {host.name(), host.address(), host.site(), host.cluster()}) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            int length = Math.min(utf8.length, JobHost.MOST_BYTES);
            out.put((byte) length).put(utf8, 0, length);
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    /**
     * Reads what {@link HostMap#page} has written.
     *
     * @throws IllegalArgumentException if the bytes are no such page
     */
    public static HostPage decode(ByteBuffer bytes) {
        ByteBuffer in = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
        try {
            int first = in.getInt();
            int count = in.getInt();
            int named = in.getInt();
            check(first >= 0 && count >= 1 && count <= MOST_RANKS && named >= 1 && named <= count, "its counts");
            Measured measured = new Measured(in.getInt(), in.getInt(), in.getInt());
            Parting parting = Parting.of(in.getInt());
            List<JobHost> all = new ArrayList<>();
            for (int i = 0; i < named; i++) {
                all.add(new JobHost(in.getInt(), in.getInt(), in.getInt(), text(in), text(in), text(in), text(in)));
            }
            check(in.remaining() == (Short.BYTES + parting.bytes()) * count, "its length");
            List<JobHost> ofRanks = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                int index = in.getShort() & 0xffff;
                check(index < named, "a rank's host");
                ofRanks.add(all.get(index));
            }
            return new HostPage(first, List.copyOf(ofRanks), parting, parts(in, parting, count), measured);
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("a page of the host map that ends too early", e);
        }
    }

    private static List<Part> parts(ByteBuffer in, Parting parting, int count) {
        List<Part> parts = new ArrayList<>();
        int processes = in.position() + (parting.byCores() ? Short.BYTES * count : 0);
        for (int i = 0; parting.isAny() && i < count; i++) {
            short part = parting.byCores() ? in.getShort() : Part.NONE.toShort();
            parts.add(Part.of(part, parting.byProcesses() ? in.getShort(processes + Short.BYTES * i) : Part.NONE.processBits()));
        }
        return List.copyOf(parts);
    }

    private static String text(ByteBuffer in) {
        byte[] utf8 = new byte[in.get() & 0xff];
        in.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new IllegalArgumentException("a page of the host map: " + what + " cannot be right");
        }
    }
}
