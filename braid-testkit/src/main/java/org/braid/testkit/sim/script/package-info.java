/**
 * What is drawn from a world's seed, the time that it lives in, and what is counted of it. Knows nothing of what runs in the world.
 */
@NullMarked
package org.braid.testkit.sim.script;

import org.jspecify.annotations.NullMarked;
