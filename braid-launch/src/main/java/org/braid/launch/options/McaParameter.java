package org.braid.launch.options;

import java.util.List;
import org.braid.launch.text.Words;

/** A parameter of one of Open MPI's components. Those that choose how messages travel within a host become a method; no other has a counterpart. */
final class McaParameter {
    private static final List<String> MEMORY = List.of("sm", "vader", "shm", "smcuda");

    private McaParameter() {}

    static Translation of(String option, String key, String value) {
        String said = option + " " + key + " " + value;
        if (key.equals("btl")) {
            return transports(said, value);
        }
        return Translation.nothing(said + ": " + (key.startsWith("coll")
                ? "BRAID_COLL says which algorithms collectives use (docs/collectives.md)"
                : "a parameter of a component of Open MPI, which has no counterpart here"));
    }

    /** A list of those that may be used, or behind a circumflex of those that may not. */
    private static Translation transports(String said, String value) {
        boolean excluded = value.startsWith("^");
        List<String> named = Words.split(excluded ? value.substring(1) : value, ',');
        boolean sockets = named.contains("tcp") != excluded;
        boolean memory = named.stream().anyMatch(MEMORY::contains) != excluded;
        if (sockets == memory) {
            return Translation.nothing(said + ": the quickest method that reaches a rank is chosen; --method EXPR chooses another");
        }
        String method = "--method=" + (sockets ? "tcp" : "shm");
        return new Translation(List.of(method), said + " became " + method);
    }
}
