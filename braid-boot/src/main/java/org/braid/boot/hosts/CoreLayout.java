package org.braid.boot.hosts;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * In which packages, and behind which last-level caches, the cores of a host are that ranks may use, in the order in which ranks get their shares of them ({@code docs/decisions/bound-ranks.md}).
 *
 * <pre>
 *   | u8 n | n × (u16 cores, u8 package, u8 cache) |     runs of cores that are alike; little-endian, 255 for unknown
 * </pre>
 */
public final class CoreLayout {
    /** Ranks are bound to no cores, or nothing is known of these. */
    public static final CoreLayout NONE = new CoreLayout(List.of());

    private static final int MOST_RUNS = 255;
    private static final int RUN_BYTES = 4;
    private static final int MOST_CORES = 0xffff;
    private static final int BYTE = 0xff;

    private final List<Part> cores;

    private CoreLayout(List<Part> cores) {
        this.cores = List.copyOf(cores);
    }

    /**
     * That of these cores.
     *
     * @param sockets by any numbers that tell the package of each core from others; -1 where nobody knows
     * @param caches likewise, as many
     * @return {@link #NONE} if there are more than can be told
     */
    public static CoreLayout of(int[] sockets, int[] caches) {
        Map<Integer, Map<Integer, Integer>> known = new HashMap<>();
        Map<Integer, Integer> numbers = new HashMap<>();
        List<Part> cores = new ArrayList<>();
        for (int core = 0; core < sockets.length; core++) {
            int socket = number(numbers, sockets[core]);
            int cache = number(known.computeIfAbsent(socket, _ -> new HashMap<>()), caches[core]);
            if (socket >= Part.MOST || cache >= Part.MOST) {
                return NONE;
            }
            cores.add(new Part(socket, cache));
        }
        CoreLayout layout = new CoreLayout(cores);
        return cores.size() > MOST_CORES || layout.runs().size() > MOST_RUNS ? NONE : layout;
    }

    private static int number(Map<Integer, Integer> numbers, int own) {
        if (own < 0) {
            return -1;
        }
        Integer known = numbers.putIfAbsent(own, numbers.size());
        return known == null ? numbers.size() - 1 : known;
    }

    /**
     * Where a process is that has its share of the cores: process i of n those from i·C/n on.
     *
     * @return {@link Part#NONE} if there are more processes than cores, for then none is bound; a level as unknown in which the share has several parts
     */
    public Part share(int process, int processes) {
        if (processes > cores.size() || process < 0 || process >= processes) {
            return Part.NONE;
        }
        int first = process * cores.size() / processes;
        int socket = cores.get(first).socket();
        int cache = cores.get(first).cache();
        for (int core = first; core < (process + 1) * cores.size() / processes; core++) {
            Part its = cores.get(core);
            cache = its.cache() == cache && its.socket() == socket ? cache : -1;
            socket = its.socket() == socket ? socket : -1;
        }
        return new Part(socket, socket < 0 && cores.get(first).socket() >= 0 ? -1 : cache);
    }

    private List<int[]> runs() {
        List<int[]> runs = new ArrayList<>();
        for (int core = 0; core < cores.size(); core++) {
            if (core > 0 && cores.get(core).equals(cores.get(core - 1))) {
                runs.getLast()[1]++;
            } else {
                runs.add(new int[] {core, 1});
            }
        }
        return runs;
    }

    /** How long it is as bytes. */
    public int bytes() {
        return 1 + RUN_BYTES * runs().size();
    }

    /** Writes it. */
    public void put(ByteBuffer out) {
        List<int[]> runs = runs();
        out.put((byte) runs.size());
        for (int[] run : runs) {
            Part part = cores.get(run[0]);
            out.putShort((short) run[1]).put((byte) part.socket()).put((byte) part.cache());
        }
    }

    /**
     * Reads what {@link #put} has written.
     *
     * @throws IllegalArgumentException if the bytes are no layout
     */
    public static CoreLayout read(ByteBuffer in) {
        int runs = in.hasRemaining() ? in.get() & BYTE : -1;
        if (runs < 0 || in.remaining() < RUN_BYTES * runs) {
            throw new IllegalArgumentException("a layout of cores that ends too early");
        }
        List<Part> cores = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            int count = in.getShort() & MOST_CORES;
            Part part = new Part((in.get() + 1 & BYTE) - 1, (in.get() + 1 & BYTE) - 1);
            if (count == 0 || cores.size() + count > MOST_CORES) {
                throw new IllegalArgumentException("a layout of too many cores, or none");
            }
            for (int core = 0; core < count; core++) {
                cores.add(part);
            }
        }
        return new CoreLayout(cores);
    }
}
