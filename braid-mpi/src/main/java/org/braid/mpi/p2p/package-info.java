/**
 * How one message gets from a send slot to a receive: names and slots, requests, what waits in an inbox, what came early, and what has gone wrong for good. Knows links, matching and user
 * memory as (base, offset) pairs; must not know who waits, collectives, communicators, or how a derived datatype looks: those arrive here packed.
 *
 * <pre>
 *   Sending ── slot's startpoint ──> lane ~ ~ ~ lane ──> handler "mpi.enqueue" ──> Inbox ── posted? ──> Receiving: straight into the receive's buffer
 *      └─ to oneself: straight into the Inbox                                        └─ early? ────> Receiving: kept aside, or left with the sender (offer)
 * </pre>
 *
 * After Demaine, Foster, Kesselman and Snir, "Generalized Communicators in the Message Passing Interface", section 5; semantics of MPI 4.1, chapter 3.
 */
@NullMarked
package org.braid.mpi.p2p;

import org.jspecify.annotations.NullMarked;
