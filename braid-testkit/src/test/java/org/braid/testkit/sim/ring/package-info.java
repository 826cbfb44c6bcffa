/** No order of offers and polls loses, doubles or damages a record. */
@NullMarked
package org.braid.testkit.sim.ring;

import org.jspecify.annotations.NullMarked;
