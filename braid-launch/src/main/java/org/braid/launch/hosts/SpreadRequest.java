package org.braid.launch.hosts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.braid.boot.hosts.CoreLayout;
import org.braid.boot.spawn.SpawnRequest;
import org.braid.boot.spawn.Spawning;

/** One job that a rank has asked for on several hosts: which of its ranks each join is to start, and who has not said yet that it can. Main thread of the asking job only, but for {@link #ranks}. */
public final class SpreadRequest {
    private final int number;
    private final int rank;
    private final SpawnRequest request;
    private final Map<RemoteHost, List<Integer>> parts = new LinkedHashMap<>();
    private final Map<RemoteHost, InnerLink> links = new LinkedHashMap<>();
    private final Set<RemoteHost> missing = new HashSet<>();

    /**
     * Nobody was asked yet.
     *
     * @param number by which server and joins know the job
     * @param rank that asks
     * @param places the join of each rank of the job, which are more than one
     */
    SpreadRequest(int number, int rank, SpawnRequest request, List<RemoteHost> places) {
        this.number = number;
        this.rank = rank;
        this.request = request;
        for (int i = 0; i < places.size(); i++) {
            parts.computeIfAbsent(places.get(i), _ -> new ArrayList<>()).add(i);
        }
    }

    int number() {
        return number;
    }

    /** The rank that asks. */
    public int rank() {
        return rank;
    }

    /** By which it knows the answers. */
    public int id() {
        return request.id();
    }

    /** Where it waits for the processes; it has a capability in it. */
    public String port() {
        return request.port();
    }

    /** How many there will be. */
    public int size() {
        return (int) request.processes();
    }

    // ---- gathering

    /** Asks each join whether it can. */
    void ask() {
        missing.addAll(parts.keySet());
        parts.forEach((host, ranks) -> {
            links.put(host, host.inner.open(number));
            host.link.send(part(ranks));
        });
    }

    /** The commands of which some processes are these, with the numbers that they have in the request. */
    private byte[] part(List<Integer> ranks) {
        List<Integer> numbers = new ArrayList<>();
        List<SpawnRequest.Command> commands = new ArrayList<>();
        int first = 0;
        for (int command = 0; command < request.commands().size(); command++) {
            SpawnRequest.Command each = request.commands().get(command);
            int from = first;
            int end = first + each.processes();
            int here = (int) ranks.stream().filter(one -> one >= from && one < end).count();
            if (here > 0) {
                numbers.add(command);
                commands.add(new SpawnRequest.Command(each.command(), each.arguments(), here, each.hints()));
            }
            first = end;
        }
        return frame(numbers, new SpawnRequest(request.id(), "", commands).without(Spawning.HOST));
    }

    private byte[] frame(List<Integer> numbers, SpawnRequest commands) {
        try {
            byte[] bytes = commands.toBytes();
            ByteBuffer frame = HostProtocol.frame(HostProtocol.PART, 8 + 4 * numbers.size() + bytes.length).putInt(number).putInt(numbers.size());
            numbers.forEach(frame::putInt);
            return frame.put(bytes).array();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // it has come as bytes that were longer
        }
    }

    /** One more can; whether all can now. */
    boolean isReadyWith(RemoteHost host) {
        missing.remove(host);
        return missing.isEmpty();
    }

    boolean isOn(RemoteHost host) {
        return parts.containsKey(host);
    }

    /** It comes to nothing: joins that have prepared something leave it. */
    void giveUp() {
        links.values().forEach(link -> link.send(HostProtocol.withText(HostProtocol.OVER, 1, "")));
        release();
    }

    /** Nothing more is said of it. */
    public void release() {
        links.keySet().forEach(host -> host.inner.close(number));
    }

    // ---- the job

    /**
     * Its ranks, all of which have been brought.
     *
     * @param tasks runs tasks in the thread of that job, one after the other
     */
    public RemoteRanks ranks(Consumer<Runnable> tasks, RemoteRanks.Listener listener) {
        RemoteRanks all = new RemoteRanks(size(), tasks, listener);
        List<RemoteHost> joins = new ArrayList<>();
        parts.forEach((host, ranks) -> joins.add(part(host, ranks)));
        all.bring(joins);
        return all;
    }

    private RemoteHost part(RemoteHost host, List<Integer> ranks) {
        Entry entry = host.entry;
        RemoteHost part = new RemoteHost(Objects.requireNonNull(links.get(host)), new Entry(entry.host(), entry.launcherPid(), entry.cores(), 1, List.of(), entry.name(), entry.site(), entry.cluster(), CoreLayout.NONE));
        part.site = host.site;
        part.cluster = host.cluster;
        part.measured = host.measured;
        part.ranks = ranks.stream().mapToInt(Integer::intValue).toArray();
        return part;
    }
}
