/**
 * The catalogue of algorithms: name, cost and abilities of each, and what makes its schedules. Knows the generators below it and the format of schedules; must not know
 * who chooses an algorithm or what runs a schedule. Symbols in the cost formulas: P ranks, n bytes at one rank, α per message, β per byte moved, γ per byte combined, o per message at the
 * processor, G per byte at the wire (LogGP), lg = ⌈log2⌉.
 */
@NullMarked
package org.braid.coll.algorithm;

import org.jspecify.annotations.NullMarked;
