package org.braid.launch.process;

import java.util.List;
import java.util.Map;

/**
 * What programs and scripts read of the environment to know their rank before they call MPI: the variables of Open MPI and those of MPICH and its kin, to which Intel's belong. The user's {@code -x} may say otherwise.
 */
final class RankVariables {
    private static final List<String> RANKS = List.of("OMPI_COMM_WORLD_SIZE", "PMI_SIZE");
    private static final List<String> RANKS_ON_HOST = List.of("OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS");
    private static final List<String> RANK = List.of("OMPI_COMM_WORLD_RANK", "PMI_RANK");
    private static final List<String> RANK_ON_HOST = List.of("OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_NODE_RANK", "MPI_LOCALRANKID");

    private RankVariables() {}

    static void put(Map<String, String> environment, int ranks, int ranksOnHost) {
        putAll(environment, RANKS, ranks);
        putAll(environment, RANKS_ON_HOST, ranksOnHost);
    }

    /** @param place the rank's among those of this host, from 0 */
    static void putRank(Map<String, String> environment, int rank, int place) {
        putAll(environment, RANK, rank);
        putAll(environment, RANK_ON_HOST, place);
    }

    /** A process of several ranks has one environment, in which those of a rank that has started it would be wrong. */
    static void removeRank(Map<String, String> environment) {
        for (String name : RANK) {
            environment.remove(name);
        }
        for (String name : RANK_ON_HOST) {
            environment.remove(name);
        }
    }

    private static void putAll(Map<String, String> environment, List<String> names, int value) {
        for (String name : names) {
            environment.put(name, Integer.toString(value));
        }
    }
}
