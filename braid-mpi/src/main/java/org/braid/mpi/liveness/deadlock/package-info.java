/**
 * Deadlock: which ranks wait for each other so that none of them can go on. Knows ranks, the numbers of their waits and what they say of them; must not know how a rank waits, what
 * a message is or how anything travels. Pure: no I/O, no clock, no threads.
 */
@NullMarked
package org.braid.mpi.liveness.deadlock;

import org.jspecify.annotations.NullMarked;
