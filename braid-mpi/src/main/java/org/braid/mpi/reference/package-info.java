/**
 * Which send slots lead to which receive slots, counted across processes, so that no message comes for a slot that is gone without its sender being told, and nobody waits at a slot to which nobody sends
 * (generalized-communicators, sections 4.1 and 6). Knows local communicator objects and how processes are addressed; must not know communicators, ranks or collectives.
 *
 * <pre>
 *   send slot added     ── mpi.slot.attach ──> counted at the receive slot, or refused:  mpi.slot.gone
 *   receive slot gone   ── mpi.slot.gone ────> the next send through the slot fails, and what waits
 *   message for it      ── mpi.slot.gone ────> one message more is lost
 *   send slot deleted   ── mpi.slot.detach ──> counted no more; the last one ends the receives that wait there
 *                       <── mpi.slot.detached   all that was sent through it was seen: losses were told before
 *
 *   mpi.slot.attach     a0, a1 where [ generation 16 | endpoint 24 | receive slot 24 ]   a2 number of the send slot at its process   a3 key, 0 for none
 *   mpi.slot.gone       a0 number of the send slot   a1 reason   a2 messages lost now; -1: all that was sent
 *   mpi.slot.detach     a0 number of the send slot   a1 whether an answer is wanted
 *   mpi.slot.detached   a0 number of the send slot
 * </pre>
 *
 * They go to the process's endpoint, by the stream that the messages go by, so they come in order with them. Nobody waits for an answer but who frees what it has sent through.
 */
@NullMarked
package org.braid.mpi.reference;

import org.jspecify.annotations.NullMarked;
