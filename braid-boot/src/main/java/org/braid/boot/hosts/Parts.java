package org.braid.boot.hosts;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What parts ranks within their hosts: packages, and in these last-level caches; and processes, where one of a host has several ranks. Where all ranks of a host are in one package, or all of a package behind one cache, or all of a host in one process, that parts nobody and is left out; so are
 * processes that have a rank each, which part ranks as these part themselves. Pure.
 */
final class Parts {
    private final Map<Integer, Map<Integer, Set<Integer>>> caches = new HashMap<>(); // by host and package, those that ranks are behind
    private final Map<Integer, Map<Integer, Integer>> processes = new HashMap<>(); // by host, how many ranks each process has

    private Parts() {}

    /**
     * Those that part somebody.
     *
     * @param hostOf the host of each rank
     * @param bound where each rank is bound, and its process; empty if none is
     * @return of each rank; empty if nothing parts any
     */
    static List<Part> parting(int[] hostOf, List<Part> bound) {
        Parts all = new Parts();
        for (int rank = 0; rank < bound.size(); rank++) {
            all.add(hostOf[rank], bound.get(rank));
        }
        List<Part> parting = new ArrayList<>();
        boolean isAny = false;
        for (int rank = 0; rank < bound.size(); rank++) {
            Part part = all.parting(hostOf[rank], bound.get(rank));
            parting.add(part);
            isAny |= !part.equals(Part.NONE);
        }
        return isAny ? List.copyOf(parting) : List.of();
    }

    private void add(int host, Part part) {
        Set<Integer> behind = caches.computeIfAbsent(host, _ -> new HashMap<>()).computeIfAbsent(part.socket(), _ -> new HashSet<>());
        if (part.cache() >= 0) {
            behind.add(part.cache());
        }
        if (part.process() >= 0) {
            processes.computeIfAbsent(host, _ -> new HashMap<>()).merge(part.process(), 1, Integer::sum);
        }
    }

    private Part parting(int host, Part part) {
        Map<Integer, Set<Integer>> sockets = caches.getOrDefault(host, Map.of());
        boolean areSeveral = sockets.size() - (sockets.containsKey(Part.NONE.socket()) ? 1 : 0) > 1;
        boolean areCaches = sockets.getOrDefault(part.socket(), Set.of()).size() > 1;
        return new Part(areSeveral ? part.socket() : -1, areCaches ? part.cache() : -1, doProcessesPart(host) ? part.process() : -1);
    }

    private boolean doProcessesPart(int host) {
        Map<Integer, Integer> all = processes.getOrDefault(host, Map.of());
        int most = 0;
        for (int ranks : all.values()) {
            most = Math.max(most, ranks);
        }
        return all.size() > 1 && most > 1;
    }
}
