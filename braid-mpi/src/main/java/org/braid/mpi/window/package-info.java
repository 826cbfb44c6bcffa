/**
 * One-sided communication (MPI 4.1, chapter 12): windows, who is in them, accesses and what carries them, epochs and their synchronization. Knows regions of the link layer, local communicator objects and the collectives of one
 * communicator; must not know datatypes of the façade's, groups or attributes.
 *
 * <pre>
 *   Window            a call: epoch, rank, place; then a way carries the access
 *   DirectWay         the calling thread touches the target's memory, accumulates under the target's accumulate word
 *   MessageWay        regions carry what is one block, messages the rest; the target's progress applies it
 *   WindowLocks       lock words, by compare-and-swap            PostedStarts      post, start, complete, wait: messages
 * </pre>
 */
@NullMarked
package org.braid.mpi.window;

import org.jspecify.annotations.NullMarked;
