/**
 * How the members of a communicator over several hosts carry out short collectives: those of one host over memory that they share ("single-write"), one leader of each host by messages among each other. One file an operation. Knows the
 * format of schedules, and multilevel algorithms for the leaders; must not know what the memory looks like, nor how anybody waits.
 */
@NullMarked
package org.braid.coll.algorithm.hosts;

import org.jspecify.annotations.NullMarked;
