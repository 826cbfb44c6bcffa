package org.braid.launch.program;

/** Where Braid's classes are: the one jar, of which the launcher itself may run from a part, or the pieces of a build. */
public final class OwnClasses {
    private OwnClasses() {}

    /** The class path that has all of them. */
    public static String path() {
        String jar = System.getProperty("braid.jar", "");
        return jar.isEmpty() ? System.getProperty("java.class.path") : jar;
    }
}
