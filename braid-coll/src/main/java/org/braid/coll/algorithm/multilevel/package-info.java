/**
 * Algorithms that cross each slow channel as rarely as they can (multilevel-collectives, section 3.1): level by level over groups that consist of one leader for each constituent, by a tree of its own on
 * each level. Knows the topology, the format of schedules, and the flat algorithms that serve a level; must not know who chooses, nor what runs a schedule. Pure.
 *
 * <p>Messages of each: as many on a channel as there are constituents to join, less one: a broadcast to three clusters on two sites takes one message between sites and one between clusters, whatever the
 * root and the placement of ranks.
 */
@NullMarked
package org.braid.coll.algorithm.multilevel;

import org.jspecify.annotations.NullMarked;
