package org.braid.launch.hosts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.boot.hosts.HostIdentity;
import org.braid.boot.hosts.HostMap;
import org.braid.boot.hosts.JobHost;
import org.braid.boot.hosts.Measured;
import org.braid.boot.hosts.Part;
import org.braid.boot.hosts.Parting;
import org.jspecify.annotations.Nullable;

/** Which joins a job has, which ranks each of them brings, and what they have said of these. Main thread only. */
final class Roll {
    private final List<RemoteHost> hosts = new ArrayList<>();
    private final @Nullable RemoteHost[] hostOf;
    private final long[] pids;
    private final boolean[] stopped;
    private final List<List<String>> lastErrors;
    private final StringBuilder memoryHints = new StringBuilder();
    private final Map<HostIdentity, Entry> contradictions = new HashMap<>(); // the first of each host that was refused because of one that is there

    Roll(int ranks) {
        hostOf = new RemoteHost[ranks];
        pids = new long[ranks];
        stopped = new boolean[ranks];
        lastErrors = new ArrayList<>(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            lastErrors.add(List.of());
        }
    }

    int ranks() {
        return hostOf.length;
    }

    /** Those that are there; those that have gone since the job began, too. */
    List<RemoteHost> hosts() {
        return hosts;
    }

    /** The join that brings a rank; null while none does. */
    @Nullable RemoteHost hostOf(int rank) {
        return hostOf[rank];
    }

    /** True if that settles the last contradiction. */
    boolean add(RemoteHost host) {
        hosts.add(host);
        for (int rank : host.ranks) {
            hostOf[rank] = host;
        }
        return settles(refused -> refused.host().equals(host.entry.host()));
    }

    /** Likewise. */
    boolean remove(RemoteHost host) {
        hosts.remove(host);
        for (int rank : host.ranks) {
            hostOf[rank] = null;
        }
        return settles(refused -> !isContradicted(refused));
    }

    /** Which rank is on which host; once each rank is brought by somebody. Hosts whose joins name no site, or no cluster, have these. */
    HostMap map(String site, String cluster) {
        boolean isNamed = !site.isEmpty() || !cluster.isEmpty() || isPlaceNamed();
        int[] numbers = new int[hostOf.length];
        List<JobHost> all = new ArrayList<>();
        for (List<RemoteHost> onOne : joinsOfHosts()) {
            int ranks = 0;
            int cores = Integer.MAX_VALUE; // a join may be bound to some of them
            for (RemoteHost join : onOne) {
                ranks += join.ranks.length;
                cores = Math.min(cores, join.entry.cores());
                for (int rank : join.ranks) {
                    numbers[rank] = all.size();
                }
            }
            RemoteHost first = onOne.getFirst();
            all.add(new JobHost(
                    all.size(), cores, ranks, first.entry.name(), first.link.there(), isNamed ? named(onOne, Entry::site, site) : first.site, isNamed ? named(onOne, Entry::cluster, cluster) : first.cluster));
        }
        return new HostMap(numbers, all, isNamed ? Measured.NONE : hosts.getFirst().measured, parts());
    }

    /** Each rank that is a process has its share of the cores that its join may use; in which one it is counts where some have several. */
    private List<Part> parts() {
        Part[] parts = new Part[hostOf.length];
        Arrays.fill(parts, Part.NONE);
        for (List<RemoteHost> onOne : joinsOfHosts()) {
            int processes = 0;
            for (RemoteHost join : onOne) {
                processes += join.processes();
            }
            int before = 0;
            for (RemoteHost join : onOne) {
                int[] ranks = join.ranks.clone();
                Arrays.sort(ranks);
                int each = join.entry.ranksPerProcess();
                for (int i = 0; i < ranks.length; i++) {
                    Part share = each == 1 ? join.entry.layout().share(before + i, processes) : Part.NONE;
                    parts[ranks[i]] = parts.length <= Parting.MOST_THREADS ? share.in(before + i / each) : share;
                }
                before += join.processes();
            }
        }
        return List.of(parts);
    }

    /** The joins of each host; hosts have numbers by their first joins. */
    List<List<RemoteHost>> joinsOfHosts() {
        Map<HostIdentity, List<RemoteHost>> joins = new LinkedHashMap<>();
        for (RemoteHost host : hosts) {
            joins.computeIfAbsent(host.entry.host(), _ -> new ArrayList<>()).add(host);
        }
        return List.copyOf(joins.values());
    }

    /** The number of the host whose first join that is; -1 if it is another one. */
    int numberOfFirst(RemoteHost host) {
        List<List<RemoteHost>> all = joinsOfHosts();
        for (int number = 0; number < all.size(); number++) {
            if (all.get(number).getFirst() == host) {
                return number;
            }
        }
        return -1;
    }

    /** Whether any join has said where its host is: then names hold for all, and those that nobody has named stand beside the others. */
    private boolean isPlaceNamed() {
        for (RemoteHost host : hosts) {
            if (!host.entry.site().isEmpty() || !host.entry.cluster().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Those joins of a host that name its place agree upon it. */
    private static String named(List<RemoteHost> joins, Function<Entry, String> level, String otherwise) {
        for (RemoteHost join : joins) {
            if (!level.apply(join.entry).isEmpty()) {
                return level.apply(join.entry);
            }
        }
        return otherwise;
    }

    /**
     * Looks whether a join's host is where others have said that it is.
     *
     * @throws BraidException {@code BRD-1423} if it is not
     */
    void checkPlace(Entry entry) {
        for (RemoteHost host : hosts) {
            if (host.entry.host().equals(entry.host()) && !host.entry.isWhere(entry)) {
                throw new BraidException(
                        ErrorCode.PLACE_DIFFERS, "a braid join on " + entry.name() + " names " + entry.place(), "another join on the same host, which brings " + host.ranksText() + ", has named " + host.entry.place(),
                        "Name the same place at each join of a host, or at one of them; the server and the joins that are there say how long they wait for that");
            }
        }
    }

    /** A join was refused since it is {@linkplain #checkPlace elsewhere}; false if the same is known of its host and not settled. */
    boolean contradicted(Entry refused) {
        return contradictions.putIfAbsent(refused.host(), refused) == null;
    }

    /** Forgets contradictions that are none any more, since another join of that host has come, or whoever was contradicted has gone; true if these were the last. */
    private boolean settles(Predicate<Entry> isSettled) {
        return contradictions.values().removeIf(isSettled) && contradictions.isEmpty();
    }

    private boolean isContradicted(Entry refused) {
        for (RemoteHost host : hosts) {
            if (host.entry.host().equals(refused.host()) && !host.entry.isWhere(refused)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Where a join's ranks, and their processes, are among those of its host.
     *
     * @param map of all
     */
    JoinSeats seatsOf(RemoteHost join, HostMap map) {
        int[] ranks = join.ranks.clone();
        Arrays.sort(ranks);
        int[] places = new int[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            places[i] = map.placeOf(ranks[i]);
        }
        int processes = 0;
        int before = 0;
        for (RemoteHost each : hosts) {
            before = each == join ? processes : before;
            processes += each.entry.host().equals(join.entry.host()) ? each.processes() : 0;
        }
        return new JoinSeats(ranks, places, before, processes);
    }

    // ---- what joins have said of their ranks

    /**
     * The number of a rank that a join has named.
     *
     * @throws IndexOutOfBoundsException if it is none of that join's
     */
    int own(RemoteHost host, int rank) {
        if (hostOf[rank] != host) {
            throw new IndexOutOfBoundsException("rank " + rank);
        }
        return rank;
    }

    /**
     * The number of a rank of the job.
     *
     * @throws IndexOutOfBoundsException if it is none
     */
    int known(int rank) {
        return Objects.checkIndex(rank, hostOf.length);
    }

    void started(int rank, long pid) {
        pids[rank] = pid;
    }

    long pid(int rank) {
        return pids[rank];
    }

    /** The other ranks that are threads of the same process as one; empty if it has a process of its own, or none yet. */
    List<Integer> beside(int rank) {
        List<Integer> beside = new ArrayList<>();
        for (int other = 0; other < pids.length; other++) {
            if (other != rank && pids[other] == pids[rank] && pids[rank] != 0 && hostOf[other] == hostOf[rank]) {
                beside.add(other);
            }
        }
        return beside;
    }

    void held(int rank, boolean isHeld) {
        stopped[rank] = isHeld;
    }

    boolean isHeld(int rank) {
        return stopped[rank];
    }

    void lastErrors(int rank, List<String> lines) {
        lastErrors.set(rank, lines);
    }

    List<String> lastErrors(int rank) {
        return lastErrors.get(rank);
    }

    void memoryHint(RemoteHost host, String hint) {
        memoryHints.append(memoryHints.isEmpty() ? "" : "; ").append(host.entry.name()).append(": ").append(hint);
    }

    String memoryHints() {
        return memoryHints.toString();
    }

    // ---- what joins are told

    /** Puts a frame on a rank's control pipe. */
    void control(int rank, int kind, byte[] payload) {
        tell(rank, controlFrame(rank, kind, payload));
    }

    /** Puts it on every rank's. */
    void controlAll(int kind, byte[] payload) {
        tellAll(controlFrame(HostProtocol.ANY, kind, payload));
    }

    private static byte[] controlFrame(int rank, int kind, byte[] payload) {
        return HostProtocol.frame(HostProtocol.CONTROL, 8 + payload.length).putInt(rank).putInt(kind).put(payload).array();
    }

    void tell(int rank, byte[] frame) {
        RemoteHost host = hostOf[rank];
        if (host != null && host.isThere()) {
            host.link.send(frame);
        }
    }

    void tellAll(byte[] frame) {
        for (RemoteHost host : hosts) {
            if (host.isThere()) {
                host.link.send(frame);
            }
        }
    }
}
