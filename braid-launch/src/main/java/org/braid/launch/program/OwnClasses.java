package org.braid.cli.run;

/** Where Braid's classes are: the one jar, of which the launcher itself may run from a part, or the pieces of a build. */
final class OwnClasses {
    private OwnClasses() {}

    /** A class path. */
    static String path() {
        String jar = System.getProperty("braid.jar", "");
        return jar.isEmpty() ? System.getProperty("java.class.path") : jar;
    }
}
