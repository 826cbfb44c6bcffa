package org.braid.launch.distance;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.braid.boot.hosts.JobHost;
import org.braid.boot.hosts.Measured;

/** Names that people have given, compared with what was measured: hosts of one place are not far from each other. Those of several places may be near, which is how experiments are made. */
public final class NamedPlaces {
    private NamedPlaces() {}

    /**
     * What contradicts most: two hosts of one named place that are as far from each other as sites are.
     *
     * @param hosts of the job, each at its number
     * @return a sentence for people, "" if nothing does
     */
    public static String contradiction(RoundTrips known, List<JobHost> hosts) {
        Map<String, Integer> firsts = new HashMap<>();
        String worst = "";
        int worstUs = Levels.WIDE_US - 1;
        for (JobHost host : hosts) {
            String place = place(host);
            int first = place.isEmpty() ? host.number() : firsts.getOrDefault(place, host.number());
            firsts.putIfAbsent(place, first);
            int us = known.atLeast(first, host.number());
            if (us > worstUs) {
                worstUs = us;
                worst = hosts.get(first) + " and " + host + " are named as of one place, and a round trip between them takes " + Measured.milliseconds(us) + "; collectives follow the names";
            }
        }
        return worst;
    }

    private static String place(JobHost host) {
        return host.site().isEmpty() && host.cluster().isEmpty() ? "" : host.site() + "/" + host.cluster();
    }
}
