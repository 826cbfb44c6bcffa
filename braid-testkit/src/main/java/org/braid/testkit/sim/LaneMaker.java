package org.braid.testkit.sim;

/** Makes the lanes of a world: the sound ones, or some with a planted bug. */
public interface LaneMaker {
    SimLane make(SimContext context, int peer);
}
