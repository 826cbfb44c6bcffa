/** Broadcasts and reductions on circulant graphs: in as few rounds as are possible for any number of ranks. Knows the format of schedules; must not know what runs one. */
@NullMarked
package org.braid.coll.algorithm.circulant;

import org.jspecify.annotations.NullMarked;
