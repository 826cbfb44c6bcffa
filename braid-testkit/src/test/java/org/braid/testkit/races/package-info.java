/** Races that jcstress provokes: few steps of few threads, millions of times, and every outcome named beforehand. Knows the ring and the gate; nothing above them. */
package org.braid.testkit.races;
