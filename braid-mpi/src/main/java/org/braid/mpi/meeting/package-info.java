/**
 * How the groups of two jobs that were started apart get an intercommunicator: ports, what their leaders say to each other through a stream, who of them still lives, and their leave (MPI 4.1, sections 11.9 and 11.10; docs/decisions/dynamic-processes.md). Knows the making of
 * intercommunicators; must not know who starts processes.
 *
 * <pre>
 *   all of a group ── allgather ──> objects, tables, pids of all        the same on the other side
 *   leader ── stream ──> the other leader                               a port's socket, or one that the program brings
 *   leader ── bcast ───> objects, tables, pids of the other group
 *   between hosts, for jobs without a secret in common: a secret of the meeting by the same way, and the stream stays as a lifeline
 * </pre>
 */
@NullMarked
package org.braid.mpi.meeting;

import org.jspecify.annotations.NullMarked;
