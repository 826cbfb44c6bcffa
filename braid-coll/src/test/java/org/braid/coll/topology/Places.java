package org.braid.coll.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Topologies that tests use: those of the paper, and every tree of a few ranks. */
public final class Places {
    /** Enough for every tree of six ranks. */
    private static final int LEVELS = 5;

    private Places() {}

    /** The paper's Figure 1: 16 ranks on a machine of four nodes at one site, 8 and 8 on two machines at the other. */
    public static Topology figure1() {
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < 32; rank++) {
            places.add(rank < 16 ? Place.of("llnl", "sp", "node" + rank / 4) : Place.of("anl", "", rank < 24 ? "sp" : "o2k"));
        }
        return Topology.of(List.of("site", "cluster", "host"), places);
    }

    /** The machines of its Figures 7 and 9: one at one site, two at the other. */
    public static Topology figure9(int ranksEach, boolean cyclic) {
        Place[] machines = {Place.of("sdsc", "", "sp"), Place.of("anl", "", "sp"), Place.of("anl", "", "o2k")};
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < 3 * ranksEach; rank++) {
            places.add(machines[cyclic ? rank % 3 : rank / ranksEach]);
        }
        return Topology.of(List.of("site", "cluster", "host"), places);
    }

    /** The two machines of its Figure 8. */
    public static Topology figure8() {
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < 32; rank++) {
            places.add(Place.of("anl", "", rank < 16 ? "sp" : "o2k"));
        }
        return Topology.of(List.of("site", "cluster", "host"), places);
    }

    /** Hosts of so many ranks, beside each other, and nothing above them. */
    public static Topology hosts(int... ranks) {
        List<Place> places = new ArrayList<>();
        for (int host = 0; host < ranks.length; host++) {
            for (int rank = 0; rank < ranks[host]; rank++) {
                places.add(Place.of("", "", "host" + host));
            }
        }
        return Topology.of(List.of("site", "cluster", "host"), places);
    }

    /** Hosts of as many ranks each, and nothing above them; in blocks, or a rank on each in turn. */
    public static Topology hosts(int hosts, int ranksEach, boolean cyclic) {
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < hosts * ranksEach; rank++) {
            places.add(Place.of("", "", "host" + (cyclic ? rank % hosts : rank / ranksEach)));
        }
        return Topology.of(List.of("site", "cluster", "host"), places);
    }

    /** Up to three names for each rank, few different ones, some of them missing. */
    public static Topology random(int ranks, Random random) {
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            List<String> names = new ArrayList<>();
            for (int level = 0; level < 3; level++) {
                names.add(random.nextInt(5) == 0 ? "" : "n" + random.nextInt(3));
            }
            places.add(new Place(names));
        }
        return Topology.of(List.of("site", "cluster", "host"), places);
    }

    /** Twelve shapes of at least seven ranks: hosts in blocks and in turn, of three sizes, sites of hosts likewise, a rank at a site of its own, one large host beside ranks alone, a cluster in which each level leaves one rank behind, halves of halves, and three by lot. */
    public static List<Topology> twelve(int ranks) {
        List<Topology> all = new ArrayList<>();
        all.add(placed(ranks, rank -> Place.of("", "", "host" + rank / 4)));
        all.add(placed(ranks, rank -> Place.of("", "", "host" + rank % 3)));
        all.add(placed(ranks, rank -> Place.of("", "", "host" + (rank < 2 ? 0 : rank < 5 ? 1 : 2))));
        all.add(placed(ranks, rank -> Place.of("site" + 2 * rank / ranks, "", "host" + rank / 3)));
        all.add(placed(ranks, rank -> Place.of("site" + rank % 2, "", "host" + rank % 4)));
        all.add(placed(ranks, rank -> Place.of(rank == 2 ? "far" : "near", "", "host" + rank % 2)));
        all.add(placed(ranks, rank -> rank % 3 == 1 ? Place.of("", "", "") : Place.of("", "", "large")));
        all.add(deep(ranks, true));
        all.add(deep(ranks, false));
        for (int seed = 0; seed < 3; seed++) {
            all.add(random(ranks, new Random(1000L * ranks + seed)));
        }
        return all;
    }

    private static Topology placed(int ranks, IntFunction<Place> place) {
        return Topology.of(Level.toHosts(), IntStream.range(0, ranks).mapToObj(place).toList());
    }

    /** As many levels as there are: at each one rank stands beside all others, or each cluster falls into two. */
    private static Topology deep(int ranks, boolean isCaterpillar) {
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            List<String> names = new ArrayList<>();
            for (int level = 0; level < LEVELS; level++) {
                names.add(!isCaterpillar ? "half" + (rank >> LEVELS - 1 - level) : rank > level ? "rest" : "");
            }
            places.add(new Place(names));
        }
        return Topology.of(List.of("a", "b", "c", "d", "e"), places);
    }

    /** Every way to put ranks into clusters inside clusters, each of at least two constituents: 1, 1, 4, 26, 236, 2752 for 1 to 6 ranks (OEIS A000311). */
    public static List<Topology> all(int ranks) {
        List<Topology> all = new ArrayList<>();
        List<Integer> everybody = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            everybody.add(rank);
        }
        for (List<List<String>> names : trees(everybody)) {
            List<Place> places = new ArrayList<>();
            for (List<String> path : names) {
                List<String> padded = new ArrayList<>(path);
                while (padded.size() < LEVELS) {
                    padded.add("");
                }
                places.add(new Place(padded));
            }
            all.add(Topology.of(List.of("a", "b", "c", "d", "e"), places));
        }
        return all;
    }

    /** Every way to put ranks on hosts, those of each into packages, and those of each package behind caches; all of one kind have a name. 1, 4, 22, 154 for 1 to 4 ranks (OEIS A000258 of one level more). */
    public static List<Topology> parted(int ranks) {
        List<Integer> everybody = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            everybody.add(rank);
        }
        List<Topology> all = new ArrayList<>();
        for (String[][] names : refined(everybody, ranks, 3)) {
            List<Place> places = new ArrayList<>();
            for (String[] own : names) {
                places.add(Place.of("", "", own[2], own[1], own[0]));
            }
            all.add(Topology.of(Level.toCaches(), places));
        }
        return all;
    }

    /** Every way to put ranks on hosts, and those of each into processes. */
    public static List<Topology> inProcesses(int ranks) {
        List<Integer> everybody = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            everybody.add(rank);
        }
        List<Topology> all = new ArrayList<>();
        for (String[][] names : refined(everybody, ranks, 2)) {
            List<Place> places = new ArrayList<>();
            for (String[] own : names) {
                places.add(Place.of("", "", own[1], own[0]));
            }
            all.add(Topology.of(Level.of(false, true), places));
        }
        return all;
    }

    /** For each way the names of each rank, the innermost first. */
    private static List<String[][]> refined(List<Integer> members, int ranks, int levels) {
        List<String[][]> all = new ArrayList<>();
        for (List<List<Integer>> parts : partitions(members)) {
            List<String[][]> ways = new ArrayList<>();
            ways.add(new String[ranks][levels]);
            for (int part = 0; part < parts.size(); part++) {
                List<String[][]> more = new ArrayList<>();
                for (String[][] way : ways) {
                    for (String[][] inside : levels == 1 ? List.<String[][]>of(new String[ranks][0]) : refined(parts.get(part), ranks, levels - 1)) {
                        String[][] both = new String[ranks][];
                        for (int rank = 0; rank < ranks; rank++) {
                            both[rank] = way[rank].clone();
                        }
                        for (int rank : parts.get(part)) {
                            System.arraycopy(inside[rank], 0, both[rank], 0, levels - 1);
                            both[rank][levels - 1] = Integer.toString(part);
                        }
                        more.add(both);
                    }
                }
                ways = more;
            }
            all.addAll(ways);
        }
        return all;
    }

    /** For each tree the path of each of these ranks. */
    private static List<List<List<String>>> trees(List<Integer> ranks) {
        List<List<List<String>>> all = new ArrayList<>();
        for (List<List<Integer>> parts : partitions(ranks)) {
            if (parts.size() > 1 || ranks.size() == 1) {
                all.addAll(combined(ranks, parts, 0, List.of()));
            }
        }
        return all;
    }

    private static List<List<List<String>>> combined(List<Integer> ranks, List<List<Integer>> parts, int next, List<List<List<String>>> chosen) {
        if (next == parts.size()) {
            return List.of(paths(ranks, parts, chosen));
        }
        List<List<List<String>>> all = new ArrayList<>();
        List<List<List<String>>> ways = parts.get(next).size() == 1 ? List.of(List.of(List.<String>of())) : trees(parts.get(next));
        for (List<List<String>> way : ways) {
            List<List<List<String>>> more = new ArrayList<>(chosen);
            more.add(way);
            all.addAll(combined(ranks, parts, next + 1, more));
        }
        return all;
    }

    private static List<List<String>> paths(List<Integer> ranks, List<List<Integer>> parts, List<List<List<String>>> chosen) {
        List<List<String>> paths = new ArrayList<>();
        for (int rank : ranks) {
            for (int part = 0; part < parts.size(); part++) {
                int at = parts.get(part).indexOf(rank);
                if (at >= 0) {
                    List<String> path = new ArrayList<>();
                    if (parts.get(part).size() > 1) {
                        path.add("c" + part);
                    }
                    path.addAll(chosen.get(part).get(at));
                    paths.add(path);
                }
            }
        }
        return paths;
    }

    private static List<List<List<Integer>>> partitions(List<Integer> ranks) {
        if (ranks.isEmpty()) {
            return List.of(List.of());
        }
        List<List<List<Integer>>> all = new ArrayList<>();
        for (List<List<Integer>> rest : partitions(ranks.subList(0, ranks.size() - 1))) {
            int last = ranks.getLast();
            for (int part = 0; part <= rest.size(); part++) {
                List<List<Integer>> more = new ArrayList<>();
                for (int other = 0; other < rest.size(); other++) {
                    List<Integer> members = new ArrayList<>(rest.get(other));
                    if (other == part) {
                        members.add(last);
                    }
                    more.add(members);
                }
                if (part == rest.size()) {
                    more.add(List.of(last));
                }
                all.add(more);
            }
        }
        return all;
    }
}
