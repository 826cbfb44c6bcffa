package org.braid.launch.distance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.braid.boot.hosts.Measured;

/**
 * Which hosts are near each other, by the times between them. Hosts are linked by the shortest times first (single linkage: Sneath, The application of computers to taxonomy, Journal of General Microbiology 17, 1957), and where
 * the next link takes at least four times as long as the longest before it, hosts that are linked so far make a group each. Links within 250 µs count as equally long, so nothing that is nearer than a millisecond is ever parted,
 * and the noise of a LAN makes no levels. Pure.
 *
 * @param sites of each host the name of its site, "" if that was not measured
 * @param clusters of each host the name of its cluster inside its site, likewise
 * @param measured what was measured on the way
 */
public record Levels(List<String> sites, List<String> clusters, Measured measured) {
    /** Hosts within so many microseconds of each other are on one LAN, whatever the time is. */
    static final int FLOOR_US = 250;

    /** Groups that are so far from each other are called sites, others clusters. */
    static final int WIDE_US = 5_000;

    /** How much longer a link between groups takes than the longest within one. */
    private static final int GAP = 4;

    private static final int MOST_LEVELS = 2;

    /** A way between two hosts of which the time is known. */
    private record Way(int one, int other, int us) {}

    /** Between the links before one and itself there is a gap. */
    private record Gap(int links, int insideUs, int outsideUs) {
        double ratio() {
            return (double) outsideUs / Math.max(FLOOR_US, insideUs);
        }
    }

    /** Those of these times; none if nothing is near enough to anything, or all is. */
    public static Levels of(RoundTrips times) {
        List<Way> links = links(times);
        List<Gap> gaps = gaps(links);
        Gap first = gaps.isEmpty() ? null : gaps.getFirst();
        Gap site = first != null && (gaps.size() == MOST_LEVELS || first.outsideUs >= WIDE_US) ? first : null;
        Gap cluster = first == null || gaps.size() < MOST_LEVELS && site != null ? null : gaps.getLast();
        int[] none = new int[times.hosts()];
        int[] siteOf = site == null ? none : groups(times.hosts(), links, site.links);
        int[] clusterOf = cluster == null ? none : groups(times.hosts(), links, cluster.links);
        boolean[] isKnown = linked(times.hosts(), links);
        return new Levels(
                names("site-", site == null, siteOf, none, isKnown), names("cluster-", cluster == null, clusterOf, siteOf, isKnown),
                first == null ? Measured.NONE : new Measured(site == null ? 0 : site.outsideUs, cluster == null ? 0 : cluster.outsideUs, gaps.getLast().insideUs));
    }

    /** The ways by which hosts become one piece, or as few as can be, shortest first (Kruskal). */
    private static List<Way> links(RoundTrips times) {
        List<Way> ways = new ArrayList<>();
        boolean[] isLeftOut = contradicted(times);
        for (int one = 0; one < times.hosts(); one++) {
            for (int other = one + 1; other < times.hosts(); other++) {
                int us = times.between(one, other);
                if (us != RoundTrips.UNKNOWN && !isLeftOut[one] && !isLeftOut[other]) {
                    ways.add(new Way(one, other, us));
                }
            }
        }
        ways.sort(Comparator.comparingInt(Way::us)); // stable: of equal ones the lowest hosts first
        int[] pieces = own(times.hosts());
        List<Way> links = new ArrayList<>();
        for (Way way : ways) {
            if (join(pieces, way)) {
                links.add(way);
            }
        }
        return links;
    }

    private static boolean[] contradicted(RoundTrips times) {
        boolean[] contradicted = new boolean[times.hosts()];
        for (int host = 0; host < contradicted.length; host++) {
            contradicted[host] = times.isContradicted(host);
        }
        return contradicted;
    }

    /** The two widest at most, of the slowest channel first. Before the first link there is none, since hosts that stand alone are no groups. */
    private static List<Gap> gaps(List<Way> links) {
        List<Gap> gaps = new ArrayList<>();
        for (int i = links.size() - 1; i > 0; i--) {
            Gap gap = new Gap(i, links.get(i - 1).us, links.get(i).us);
            if (gap.ratio() >= GAP) {
                gaps.add(gap);
            }
        }
        gaps.sort(Comparator.comparingDouble(Gap::ratio).reversed()); // stable: of equal ones the slowest first
        List<Gap> widest = new ArrayList<>(gaps.subList(0, Math.min(MOST_LEVELS, gaps.size())));
        widest.sort(Comparator.comparingInt(Gap::outsideUs).reversed());
        return widest;
    }

    /** Of each host the lowest one that so many links join it to. */
    private static int[] groups(int hosts, List<Way> links, int count) {
        int[] pieces = own(hosts);
        for (Way link : links.subList(0, count)) {
            boolean ignored = join(pieces, link);
        }
        for (int host = 0; host < hosts; host++) {
            pieces[host] = lowest(pieces, host);
        }
        return pieces;
    }

    private static boolean[] linked(int hosts, List<Way> links) {
        boolean[] linked = new boolean[hosts];
        for (Way link : links) {
            linked[link.one] = true;
            linked[link.other] = true;
        }
        return linked;
    }

    /** By their lowest hosts, from 1 in each group above. */
    private static List<String> names(String prefix, boolean isLeftOut, int[] groupOf, int[] above, boolean[] isKnown) {
        String[] names = new String[groupOf.length];
        int[] next = new int[groupOf.length];
        for (int host = 0; host < names.length; host++) {
            boolean isFirst = groupOf[host] == host;
            names[host] = isLeftOut || !isKnown[host] ? "" : isFirst ? prefix + ++next[above[host]] : names[groupOf[host]];
        }
        return List.copyOf(Arrays.asList(names));
    }

    private static int[] own(int hosts) {
        int[] pieces = new int[hosts];
        for (int host = 0; host < hosts; host++) {
            pieces[host] = host;
        }
        return pieces;
    }

    /** Whether the two ends of a way were not in one piece before. */
    private static boolean join(int[] pieces, Way way) {
        int one = lowest(pieces, way.one);
        int other = lowest(pieces, way.other);
        pieces[Math.max(one, other)] = Math.min(one, other);
        return one != other;
    }

    private static int lowest(int[] pieces, int host) {
        int at = host;
        while (pieces[at] != at) {
            at = pieces[at];
        }
        return at;
    }
}
