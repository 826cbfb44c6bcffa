/** The record protocol of the ring alone, one producer and one consumer on a piece of memory, in random orders. Knows the ring, and nothing of contexts. */
@NullMarked
package org.braid.testkit.sim.ring;

import org.jspecify.annotations.NullMarked;
