package org.braid.cli.sim;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Topology;

/**
 * The machines of the paper (multilevel-collectives, section 4): SDSC-SP at one site, ANL-SP and ANL-O2K at another.
 *
 * @param names SITE/HOST of each
 * @param isCyclic whether ranks are dealt out in turn; else the first machine is filled before the next
 * @param ranksEach how many each has
 */
record Machines(List<String> names, boolean isCyclic, int ranksEach) {
    /** As in the paper. */
    static final int RANKS = 16;

    private static final List<String> LEVELS = List.of("site", "cluster", "host");

    /** Those of Figures 7 and 9, or of 8. */
    static Machines ofFigure(int figure, boolean isCyclic, int ranksEach) {
        return new Machines(figure == 8 ? List.of("anl/sp", "anl/o2k") : List.of("sdsc/sp", "anl/sp", "anl/o2k"), isCyclic, ranksEach);
    }

    int ranks() {
        return ranksEach * names.size();
    }

    private String name(int rank) {
        return names.get(isCyclic ? rank % names.size() : rank / ranksEach);
    }

    private static String site(String name) {
        return name.substring(0, name.indexOf('/'));
    }

    /** As {@code braid run --topology} takes it. */
    String specification() {
        StringBuilder text = new StringBuilder("placement ").append(isCyclic ? "cyclic" : "blocks").append('\n');
        names.forEach(name -> text.append(name).append(' ').append(ranksEach).append('\n'));
        return text.toString();
    }

    /** Which of the sites, or of the machines, each rank is on. */
    int[] clusters(boolean ofSites) {
        List<String> known = names.stream().map(name -> ofSites ? site(name) : name).distinct().toList();
        int[] clusters = new int[ranks()];
        for (int rank = 0; rank < clusters.length; rank++) {
            clusters[rank] = known.indexOf(ofSites ? site(name(rank)) : name(rank));
        }
        return clusters;
    }

    /** Sites of machines, as they are. */
    Topology whole() {
        return seen(true, true);
    }

    /** Two levels: what MagPIe is told is a cluster is a machine. */
    Topology byMachine() {
        return seen(false, true);
    }

    /** Two levels: what MagPIe is told is a cluster is a site. */
    Topology bySite() {
        return seen(true, false);
    }

    private Topology seen(boolean withSites, boolean withMachines) {
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < ranks(); rank++) {
            places.add(Place.of(withSites ? site(name(rank)) : "", "", withMachines ? name(rank) : ""));
        }
        return Topology.of(LEVELS, places);
    }
}
