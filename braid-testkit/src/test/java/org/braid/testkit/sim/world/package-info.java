/** The evidence: seeds by the ten thousand, and planted bugs that are caught. */
@NullMarked
package org.braid.testkit.sim.world;

import org.jspecify.annotations.NullMarked;
