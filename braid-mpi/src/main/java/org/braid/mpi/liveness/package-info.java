/**
 * What only diagnoses: whether what a rank waits for can come at all. It sees ranks that have left, ranks that wait for each other, programs that do nothing but look in vain, and members
 * that call different collectives, and ends what would never end. Knows requests, inboxes and who has left; must not move a message, match one, or run a collective.
 *
 * <pre>
 *   handler "mpi.inquire"      a0 receive slot   a1 tag   a2, a3 signature    "I wait for you in this collective call"
 *   handler "mpi.disagree"     payload: seven ints, see Inquiries            "not all of us call the same collectives"
 *   handler "mpi.waits"        a0 how often the sender has left MPI          "I wait for you"               (to the process's endpoint)
 *   handler "mpi.left"         a0 as it was asked                            "I have left more often"       (to the process's endpoint)
 *   handler "mpi.blocked"      a0 wait of the sender                         "I am blocked, are you?"       (to the process's endpoint)
 *   handler "mpi.blocked-too"  a0 wait of the receiver  a1 of the sender     payload: see Statements        (to the process's endpoint)
 * </pre>
 */
@NullMarked
package org.braid.mpi.liveness;

import org.jspecify.annotations.NullMarked;
