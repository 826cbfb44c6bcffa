package org.braid.testkit.sim.script;

/** A promise was broken in a simulated world. */
public final class SimFailure extends AssertionError {
    private static final long serialVersionUID = 1L;

    /** @param what the promise, as it was broken */
    public SimFailure(String what) {
        super(what);
    }

    /** @param what the promise, as it was broken; or everything that is needed to see {@code cause} again */
    public SimFailure(String what, Throwable cause) {
        super(what, cause);
    }
}
