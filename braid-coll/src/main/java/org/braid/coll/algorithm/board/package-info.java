/**
 * How the members of a communicator that share memory carry out short collectives: each writes once what it has, and whoever wants it reads it there ("single-write"; Graham and Shipman 2008 for the idea of a segment with a
 * place for each process and phase). One file an operation. Knows the format of schedules; must not know what the memory looks like, nor how anybody waits.
 */
@NullMarked
package org.braid.coll.algorithm.board;

import org.jspecify.annotations.NullMarked;
