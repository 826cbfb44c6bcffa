package org.braid.launch.hosts;

import java.util.HashSet;
import java.util.Set;
import org.braid.boot.hosts.Measured;
import org.braid.boot.names.NameOwner;
import org.braid.boot.server.PidSessions;
import org.braid.launch.supervise.Silence;
import org.jspecify.annotations.Nullable;

/** One join as the job's server sees it. Main thread only. */
final class RemoteHost {
    final PeerLink link;
    final InnerLinks inner;
    final Entry entry;
    final Silence silence = new Silence(System.nanoTime());
    int[] ranks = {};
    @Nullable PidSessions sessions; // once the job has begun
    boolean isGone;
    boolean hasSaidFarewell;
    int spawns; // jobs that it has started for ranks, and that run
    int spawnFailure; // exit code of the first of them that has failed, 0 if none has
    final Set<NameOwner> namers = new HashSet<>(); // ranks of these that have published names of ports
    String site = ""; // as measured, where nobody has named any; "" if it was not, as the next
    String cluster = "";
    Measured measured = Measured.NONE;
    String leaves = ""; // why, as far as it has said so

    RemoteHost(PeerLink link, Entry entry) {
        this.link = link;
        this.inner = new InnerLinks(link);
        this.entry = entry;
    }

    boolean isThere() {
        return !isGone;
    }

    /** How many hold its ranks. */
    int processes() {
        return entry.processes(ranks.length);
    }

    /** Its ranks, for people: {@code rank 3}, {@code ranks 0 2}. */
    String ranksText() {
        StringBuilder text = new StringBuilder(ranks.length == 1 ? "rank" : "ranks");
        for (int i = 0; i < ranks.length && i < 8; i++) {
            text.append(' ').append(ranks[i]);
        }
        return ranks.length > 8 ? text + " …" : text.toString();
    }

    /** Its name and address, for people. */
    @Override
    public String toString() {
        return "host " + entry.name() + " (" + link.there() + ")";
    }
}
