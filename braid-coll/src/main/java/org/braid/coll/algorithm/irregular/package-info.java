/**
 * Algorithms of one level for blocks of lengths of their own, which only their two ends know: lengths travel ahead of blocks that go together. Knows the format of schedules and how blocks go together; must not know a topology, or what runs a schedule. Pure functions
 * from a shape to this rank's schedule.
 */
@NullMarked
package org.braid.coll.algorithm.irregular;

import org.jspecify.annotations.NullMarked;
