/**
 * MPI put on a context: this package makes the parts of an MPI process and hands each what it works with. Knows every package below; must not know package {@code mpi} (the façade) or any
 * transport, and none of the packages below knows it.
 *
 * <pre>
 *   match   data            which message meets which receive | what a message's bytes mean
 *      p2p                  one message, from a send slot to a receive
 *      completion           waiting, testing, giving back
 *      lco                  local communicator objects
 *      liveness             whether what a rank waits for can come at all
 *      coll                 the collectives of a communicator
 *      comm                 making communicators
 *      window               memory of other ranks
 * </pre>
 */
@NullMarked
package org.braid.mpi;

import org.jspecify.annotations.NullMarked;
