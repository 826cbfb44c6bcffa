/**
 * The collectives of one communicator (MPI 4.1, chapter 6): it runs calls one after the other over a communicator object, and keeps those that were started. Knows the schedule engine of
 * {@code braid-coll} and the object's matching space for collectives; must not know how communicators are made, or how a buffer is packed.
 */
@NullMarked
package org.braid.mpi.coll;

import org.jspecify.annotations.NullMarked;
