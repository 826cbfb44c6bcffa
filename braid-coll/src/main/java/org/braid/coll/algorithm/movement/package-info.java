/**
 * Algorithms that move blocks and combine nothing: barriers, broadcast, gather, scatter, allgather, all-to-all, one file each. Knows the format of schedules; must not know operators,
 * reductions, or what runs a schedule. Pure functions from a shape to this rank's schedule.
 */
@NullMarked
package org.braid.coll.algorithm.movement;

import org.jspecify.annotations.NullMarked;
