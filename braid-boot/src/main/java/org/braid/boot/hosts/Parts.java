package org.braid.boot.hosts;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What parts ranks within their hosts: packages, and in these last-level caches. Where all ranks of a host are in one package, or all of a package behind one cache, that parts nobody and is left out. Pure. */
final class Parts {
    private final Map<Integer, Map<Integer, Set<Integer>>> caches = new HashMap<>(); // by host and package, those that ranks are behind

    private Parts() {}

    /**
     * Those that part somebody.
     *
     * @param hostOf the host of each rank
     * @param bound where each rank is bound; empty if none is
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
    }

    private Part parting(int host, Part part) {
        Map<Integer, Set<Integer>> sockets = caches.getOrDefault(host, Map.of());
        boolean areSeveral = sockets.size() - (sockets.containsKey(Part.NONE.socket()) ? 1 : 0) > 1;
        boolean areCaches = sockets.getOrDefault(part.socket(), Set.of()).size() > 1;
        return new Part(areSeveral ? part.socket() : -1, areCaches ? part.cache() : -1);
    }
}
