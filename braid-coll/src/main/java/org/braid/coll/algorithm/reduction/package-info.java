/**
 * Algorithms that combine operands: reduce, allreduce, reduce-scatter, one file each; scans are in {@code .scan}. Knows the format of schedules and the movements that some of them end with; must not
 * know what an operator computes, only whether it commutes, nor what runs a schedule. Pure functions from a shape to this rank's schedule.
 */
@NullMarked
package org.braid.coll.algorithm.reduction;

import org.jspecify.annotations.NullMarked;
