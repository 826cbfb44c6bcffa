/**
 * MPI's point-to-point engine over links: local communicator objects (LCO), matching, protocols and requests. Knows endpoints, startpoints and user memory as (base, offset) pairs;
 * must not know package {@code mpi} (the façade), any transport, or how a derived datatype looks: those arrive here packed.
 *
 * <pre>
 *   façade ── send(slot, tag, bytes) ──> Lco ── slot's startpoint ──> lane
 *                                                                  ~ ~ ~
 *   lane ──> handler "mpi.enqueue" ──> Lco ──> Matcher ── posted? ──> straight into the receive's buffer
 *                                                     └─ early? ────> kept aside, or left with the sender (offer)
 * </pre>
 *
 * After Demaine, Foster, Kesselman and Snir, "Generalized Communicators in the Message Passing Interface", section 5.
 */
@NullMarked
package org.braid.mpi;

import org.jspecify.annotations.NullMarked;
