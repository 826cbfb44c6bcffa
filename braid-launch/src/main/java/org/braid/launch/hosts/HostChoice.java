package org.braid.launch.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.boot.spawn.HostSlot;
import org.braid.boot.spawn.SpawnRequest;
import org.braid.boot.spawn.Spawning;
import org.braid.boot.ticket.Ticket;
import org.jspecify.annotations.Nullable;

/**
 * By which joins processes are started that a rank asks for: those of the hosts that the hint of their command names, in this order and each as often as it is to have processes, again and again if there are more processes; or that of the rank. Main thread only.
 *
 * @param own the join of the rank that asks
 */
record HostChoice(Roll roll, RemoteHost own) {
    /**
     * The join of each process.
     *
     * @throws BraidException if a command names what is none of the job's hosts, or there are too many processes
     */
    List<RemoteHost> of(SpawnRequest request) {
        if (request.processes() > Ticket.MAX_RANKS) {
            throw new BraidException(ErrorCode.OPTION_VALUE, "the number of processes", request.processes() + " are asked for, and a job has at most " + Ticket.MAX_RANKS, "Ask for fewer");
        }
        List<RemoteHost> places = new ArrayList<>();
        for (SpawnRequest.Command each : request.commands()) {
            List<RemoteHost> slots = slots(each.hints().getOrDefault(Spawning.HOST, ""), each.processes());
            for (int process = 0; process < each.processes(); process++) {
                places.add(slots.get(process % slots.size()));
            }
        }
        return places;
    }

    /** Not more than there are processes, for each that is named. */
    private List<RemoteHost> slots(String hint, int processes) {
        List<RemoteHost> slots = new ArrayList<>();
        for (String named : HostSlot.names(hint)) {
            HostSlot slot = HostSlot.of(named, name -> find(name) != null);
            RemoteHost host = find(slot.host());
            if (host == null) {
                throw new BraidException(ErrorCode.OPTION_VALUE, "the hint host", "'" + slot.host() + "' is none of the job's hosts: " + String.join(", ", known()), "Name hosts that have joined, with commas in between");
            }
            for (int i = Math.min(slot.count(), processes); i > 0; i--) {
                slots.add(host);
            }
        }
        return slots;
    }

    /** Two hosts may have one name: that of the rank that asks comes first. */
    private @Nullable RemoteHost find(String name) {
        if (own.isThere() && (HostSlot.isOwn(name) || isMeant(own, name))) {
            return own;
        }
        return roll.hosts().stream().filter(each -> each.isThere() && isMeant(each, name)).findFirst().orElse(null);
    }

    private static boolean isMeant(RemoteHost host, String name) {
        return host.entry.name().equalsIgnoreCase(name) || host.link.there().equals(name);
    }

    private Set<String> known() {
        Set<String> known = new TreeSet<>();
        roll.hosts().stream().filter(RemoteHost::isThere).forEach(host -> known.add(host.entry.name() + " (" + host.link.there() + ")"));
        return known;
    }
}
