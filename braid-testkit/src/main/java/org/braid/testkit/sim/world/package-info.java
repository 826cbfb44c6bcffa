/** A whole world: made from a seed, run to its end, judged. */
@NullMarked
package org.braid.testkit.sim.world;

import org.jspecify.annotations.NullMarked;
