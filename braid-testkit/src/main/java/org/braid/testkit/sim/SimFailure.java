package org.braid.testkit.sim;

/** A promise was broken in the simulated world. */
public final class SimFailure extends AssertionError {
    private static final long serialVersionUID = 1;

    SimFailure(String what) {
        super(what);
    }

    SimFailure(String what, Throwable cause) {
        super(what, cause);
    }
}
