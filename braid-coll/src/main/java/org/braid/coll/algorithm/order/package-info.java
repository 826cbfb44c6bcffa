/** Blocks and partial results that lie in an order of ranks, moved in as few pieces as possible. Knows the format of schedules and sets of ranks; must not know trees, levels, or what the blocks are for. */
@NullMarked
package org.braid.coll.algorithm.order;

import org.jspecify.annotations.NullMarked;
