/**
 * Other engines for simulated worlds: the sound one with its limits cut down, and ones into which a bug is planted, by changing the text of a production class. So the engine itself knows nothing of
 * tests.
 */
@NullMarked
package org.braid.testkit.sim.plant;

import org.jspecify.annotations.NullMarked;
