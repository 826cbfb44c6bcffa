package org.braid.coll.topology;

import java.util.List;

/** What the levels of a job's topology are called, the slowest channel first. */
public final class Level {
    /** Ranks of one share memory. */
    public static final String HOST = "host";

    /** Cores of one reach the same memory at the same speed. */
    public static final String PACKAGE = "package";

    /** Cores of one see what others of it have written without asking elsewhere: the last cache before memory. */
    public static final String CACHE = "cache";

    private Level() {}

    /** Those that every job has, named or not. */
    public static List<String> toHosts() {
        return List.of("site", "cluster", HOST);
    }

    /** Likewise, and what parts ranks within a host. */
    public static List<String> toCaches() {
        return List.of("site", "cluster", HOST, PACKAGE, CACHE);
    }

    /** Of these levels the one whose clusters share memory: hosts, or if there are none of that name, the last. */
    static int sharing(List<String> kinds) {
        int host = kinds.indexOf(HOST);
        return host < 0 ? kinds.size() - 1 : host;
    }
}
