/**
 * Algorithms that know no topology and yet send most of their bytes to ranks with near numbers, which mostly lie near, or all of them less far than others do. Knows the format of schedules and the steps that flat algorithms share; must not know a topology, or what runs a schedule. Pure functions from a
 * shape to this rank's schedule.
 */
@NullMarked
package org.braid.coll.algorithm.locality;

import org.jspecify.annotations.NullMarked;
