package org.braid.coll.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes clusters: groups ranks by the next level that each of them has a name for. Every rank of several hosts does so before its first collective: in loops, for lambdas and a record's hash would be linked in each of them. */
record ClusterBuilder(int kinds, List<Place> places) {
    Cluster cluster(String name, int own, int[] ranks, int from) {
        Map<String, Group> groups = new LinkedHashMap<>(); // by lowest rank, for ranks ascend
        int kind = kinds;
        for (int rank : ranks) {
            int next = places.get(rank).nextNamed(from);
            kind = Math.min(kind, next);
            String called = next == kinds ? Integer.toString(rank) : places.get(rank).names().get(next);
            String key = next + "/" + called;
            Group group = groups.get(key);
            if (group == null) {
                group = new Group(next, called);
                groups.put(key, group);
            }
            group.add(rank);
        }
        List<Cluster> constituents = new ArrayList<>();
        if (kind < kinds) {
            for (Group group : groups.values()) {
                constituents.add(constituent(group));
            }
        }
        return new Cluster(name, own, kind, RankSet.of(ranks), List.copyOf(constituents));
    }

    private Cluster constituent(Group group) {
        return group.kind == kinds ? Cluster.process(group.members[0], kinds) : cluster(group.name, group.kind, group.members(), group.kind + 1);
    }

    /** Ranks that have one name on their next level. */
    private static final class Group {
        final int kind;
        final String name;
        int[] members = new int[1];
        private int size;

        Group(int kind, String name) {
            this.kind = kind;
            this.name = name;
        }

        void add(int rank) {
            members = size == members.length ? Arrays.copyOf(members, 2 * size) : members;
            members[size++] = rank;
        }

        int[] members() {
            return Arrays.copyOf(members, size);
        }
    }
}
