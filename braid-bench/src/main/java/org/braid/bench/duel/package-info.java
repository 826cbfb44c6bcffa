/**
 * Two builds of Braid that take turns of milliseconds, while both their jobs stay alive, and what follows from the pairs of turns: whether one is slower than the other by more than a bound.
 * Must not know the peers.
 */
@NullMarked
package org.braid.bench.duel;

import org.jspecify.annotations.NullMarked;
