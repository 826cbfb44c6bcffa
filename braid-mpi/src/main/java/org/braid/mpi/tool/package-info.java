/**
 * The tool information interface (MPI 4.1, chapter 15.3): what may be set, what is counted and what has happened, by name. Reads what the parts of a process count anyway; must not know who asks, and adds nothing to a
 * message's way.
 */
@NullMarked
package org.braid.mpi.tool;

import org.jspecify.annotations.NullMarked;
