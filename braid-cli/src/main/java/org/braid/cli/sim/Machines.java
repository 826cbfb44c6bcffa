package org.braid.cli.sim;

import java.util.ArrayList;
import java.util.List;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Topology;

/**
 * The machines of the paper (multilevel-collectives, section 4): SDSC-SP at one site, ANL-SP and ANL-O2K at another, 16 ranks on each.
 *
 * @param names SITE/HOST of each
 * @param isCyclic whether ranks are dealt out in turn; else the first machine is filled before the next
 */
record Machines(List<String> names, boolean isCyclic) {
    private static final int RANKS = 16;
    private static final List<String> LEVELS = List.of("site", "cluster", "host");

    /** Those of Figures 7 and 9, or of 8. */
    static Machines ofFigure(int figure, boolean isCyclic) {
        return new Machines(figure == 8 ? List.of("anl/sp", "anl/o2k") : List.of("sdsc/sp", "anl/sp", "anl/o2k"), isCyclic);
    }

    int ranks() {
        return RANKS * names.size();
    }

    private String name(int rank) {
        return names.get(isCyclic ? rank % names.size() : rank / RANKS);
    }

    private static String site(String name) {
        return name.substring(0, name.indexOf('/'));
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
