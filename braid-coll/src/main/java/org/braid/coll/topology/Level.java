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

    /** Ranks of one are threads of one process, whose messages leave it by no memory that another one maps. */
    public static final String PROCESS = "process";

    private Level() {}

    /** Those that every job has, named or not. */
    public static List<String> toHosts() {
        return List.of("site", "cluster", HOST);
    }

    /** Likewise, and packages and caches, which part ranks within a host. */
    static List<String> toCaches() {
        return List.of("site", "cluster", HOST, PACKAGE, CACHE);
    }

    /** Of a job: those to hosts, and what parts ranks within some host of it. A process is the innermost: of one whose ranks are behind several caches those of each cache are together. */
    public static List<String> of(boolean caches, boolean processes) {
        return caches ? processes ? all() : toCaches() : processes ? List.of("site", "cluster", HOST, PROCESS) : toHosts();
    }

    /** All that there may be. */
    public static List<String> all() {
        return List.of("site", "cluster", HOST, PACKAGE, CACHE, PROCESS);
    }

    /** Several of them, in words: {@code hosts}. */
    public static String several(String level) {
        return level + (level.endsWith("s") ? "es" : "s");
    }

    /** Of these levels the one whose clusters share memory: hosts, or if there are none of that name, the last. */
    static int sharing(List<String> kinds) {
        int host = kinds.indexOf(HOST);
        return host < 0 ? kinds.size() - 1 : host;
    }
}
