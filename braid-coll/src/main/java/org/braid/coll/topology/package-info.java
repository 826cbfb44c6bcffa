/**
 * Who is near whom: clusters inside clusters, slowest channel on top (multilevel-collectives, section 3), as a value that every rank computes from the same places. Knows ranks and names; must not know
 * where the names come from, nor what is done with the tree. Pure.
 */
@NullMarked
package org.braid.coll.topology;

import org.jspecify.annotations.NullMarked;
