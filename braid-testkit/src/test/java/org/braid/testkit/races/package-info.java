/** Races that jcstress provokes: few steps of few threads, millions of times, and every outcome named beforehand. Knows the ring and the gate; nothing above them. */
@NullMarked
package org.braid.testkit.races;

import org.jspecify.annotations.NullMarked;
