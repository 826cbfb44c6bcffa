package org.braid.cli.run;

/** The identity of this build of Braid, as the script or the jar's manifest tells it. */
public final class Build {
    private Build() {}

    /** 16 hexadecimal digits, or "" for classes that were not built into a jar. */
    public static String name() {
        return System.getProperty("braid.build", "");
    }

    /** The same as a number, 0 for none. */
    static long number() {
        try {
            return Long.parseUnsignedLong(name(), 16);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
