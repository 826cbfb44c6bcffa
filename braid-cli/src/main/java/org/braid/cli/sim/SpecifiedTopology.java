package org.braid.cli.sim;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.boot.hosts.HostMap;
import org.braid.boot.hosts.JobHost;
import org.braid.boot.hosts.Part;
import org.braid.boot.hosts.Specification;
import org.braid.boot.hosts.SpecificationFile;
import org.braid.boot.ticket.Ticket;
import org.braid.coll.topology.Level;
import org.braid.coll.topology.Place;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/** The topology that a specification places ranks on. */
final class SpecifiedTopology {
    private SpecifiedTopology() {}

    /**
     * Reads the file.
     *
     * @param ranks how many; null for as many as the text names, and one for each host that says none
     * @throws BraidException {@code BRD-1422} if it cannot be meant, {@code BRD-1602} for a number of ranks that no job has
     */
    static Topology of(Path file, @Nullable Integer ranks) {
        Specification specification = SpecificationFile.read(file);
        int count = ranks == null ? specification.ranks() : ranks;
        if (count < 1 || count > Ticket.MAX_RANKS) {
            throw new BraidException(ErrorCode.OPTION_VALUE, "-n " + count, "a job has 1 to " + Ticket.MAX_RANKS + " ranks", "Give a number of these");
        }
        HostMap map = specification.map(count, 1);
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < count; rank++) {
            JobHost host = map.hostOf(rank);
            Part part = map.partOf(rank);
            List<String> names = new ArrayList<>(List.of(host.site(), host.cluster(), host.name()));
            if (map.parting().byCores()) {
                names.addAll(List.of(number(part.socket()), number(part.cache())));
            }
            if (map.parting().byProcesses()) {
                names.add(number(part.process()));
            }
            places.add(Place.of(names.toArray(new String[0])));
        }
        return Topology.of(Level.of(map.parting().byCores(), map.parting().byProcesses()), places);
    }

    /**
     * How many ranks the file names, and one for each host that says none.
     *
     * @throws BraidException {@code BRD-1422} if it cannot be meant
     */
    static int ranks(Path file) {
        return SpecificationFile.read(file).ranks();
    }

    private static String number(int part) {
        return part < 0 ? "" : Integer.toString(part);
    }

    /** As many sites, of as many hosts, of as many ranks. */
    static Topology grid(int sites, int hosts, int ranksOfAHost) {
        List<Place> places = new ArrayList<>();
        for (int host = 0; host < sites * hosts; host++) {
            Place place = Place.of(sites == 1 ? "" : "s" + host / hosts, "", "h" + host);
            for (int rank = 0; rank < ranksOfAHost; rank++) {
                places.add(place);
            }
        }
        return Topology.of(Level.toHosts(), places);
    }
}
