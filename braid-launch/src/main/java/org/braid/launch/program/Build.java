package org.braid.launch.program;

/** The identity of this build of Braid, as the script or the jar's manifest tells it. */
public final class Build {
    private Build() {}

    /** Its name: 16 hexadecimal digits, or "" for classes that were not built into a jar. */
    public static String name() {
        return System.getProperty("braid.build", "");
    }

    /** The first 32 bits of the name, by which processes of one job know that they fit; 0 for none. */
    public static int number() {
        String name = name();
        try {
            return name.length() < 8 ? 0 : Integer.parseUnsignedInt(name, 0, 8, 16);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
