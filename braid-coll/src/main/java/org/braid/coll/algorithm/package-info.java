/**
 * The flat algorithms of the literature, one file each: pure functions from a shape to this rank's schedule. Symbols in the cost formulas: P ranks, n bytes
 * at one rank, α per message, β per byte moved, γ per byte combined, lg = ⌈log2⌉. Knows the schedule format and nothing that runs it.
 */
@NullMarked
package org.braid.coll.algorithm;

import org.jspecify.annotations.NullMarked;
