package org.braid.launch.program;

/** Braid's sources have changed since it was built: nothing was run, and whoever can build it does that and runs the command again. */
public final class NewerSources extends Exception {
    private static final long serialVersionUID = 1L;

    /** Nothing is to be said of it: the run is tried again. */
    public NewerSources() {
        super("sources are newer than the build", null, false, false);
    }
}
