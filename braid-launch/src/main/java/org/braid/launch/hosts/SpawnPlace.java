package org.braid.launch.hosts;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.braid.boot.ControlFrame;
import org.braid.boot.spawn.SpawnNews;
import org.braid.boot.spawn.SpawnRequest;
import org.braid.boot.spawn.Spawning;
import org.jspecify.annotations.Nullable;

/** Where processes are started that ranks ask for while their job runs: by the join of the host that the request names, or by that of the rank that asks. Main thread only. */
final class SpawnPlace {
    private final Roll roll;

    SpawnPlace(Roll roll) {
        this.roll = roll;
    }

    /** Sends a request to the join that will start them; the rank is told if there is none. */
    void ask(int rank, byte[] bytes) {
        SpawnRequest request;
        try {
            request = SpawnRequest.decode(bytes);
        } catch (IOException damaged) {
            return; // nobody can be told which request it was
        }
        RemoteHost own = roll.hostOf(rank);
        Set<String> named = named(request);
        RemoteHost place = named.size() > 1 || own == null ? null : find(own, named);
        if (place == null) {
            roll.control(rank, ControlFrame.SPAWNED, new SpawnNews(request.id(), SpawnNews.State.REFUSED, refusal(named)).toBytes());
        } else {
            place.link.send(HostProtocol.frame(HostProtocol.SPAWN, 4 + bytes.length).putInt(rank).put(bytes).array());
        }
    }

    /** What the commands say of their host, "" for those that leave it open. */
    private static Set<String> named(SpawnRequest request) {
        Set<String> named = new HashSet<>();
        for (SpawnRequest.Command each : request.commands()) {
            named.add(Spawning.hostOf(each.hints()));
        }
        return named;
    }

    /** Two hosts may have one name: that of the rank that asks comes first. */
    private @Nullable RemoteHost find(RemoteHost own, Set<String> named) {
        String name = named.iterator().next();
        if (own.isThere() && (name.isEmpty() || isMeant(own, name))) {
            return own;
        }
        for (RemoteHost each : roll.hosts()) {
            if (each.isThere() && isMeant(each, name)) {
                return each;
            }
        }
        return null;
    }

    private static boolean isMeant(RemoteHost host, String name) {
        return host.entry.name().equalsIgnoreCase(name) || host.link.there().equals(name);
    }

    private String refusal(Set<String> named) {
        if (named.size() > 1) {
            return "the processes of one call are started on one host, and its commands name several";
        }
        Set<String> known = new TreeSet<>();
        roll.hosts().stream().filter(RemoteHost::isThere).forEach(host -> known.add(host.entry.name() + " (" + host.link.there() + ")"));
        return "the hint host: '" + named.iterator().next() + "' is none of the job's hosts: " + String.join(", ", known);
    }
}
