/**
 * Scan and exscan where no rank is nearer than another, one file each; along trees they are in {@code .multilevel}. Knows the format of schedules; must not know what an operator computes, nor what runs a schedule. Pure functions from a shape to this rank's schedule.
 */
@NullMarked
package org.braid.coll.algorithm.scan;

import org.jspecify.annotations.NullMarked;
