/**
 * Algorithms in which every rank on one side of the slowest channel sends or receives through it for its part of the ranks beyond, or of the vector, in place of one leader for all (Träff and Hunold 2020). Knows the sides of that channel, the algorithms of one leader, and the format of schedules; must not know who chooses, nor
 * what runs a schedule. Pure.
 */
@NullMarked
package org.braid.coll.algorithm.lanes;

import org.jspecify.annotations.NullMarked;
