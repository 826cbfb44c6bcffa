/**
 * Partitioned communication (MPI 4.1, chapter 4): one message whose parts are handed over one by one. Knows objects, their names and machines that waits move on; must not know datatypes, nor what the
 * façade keeps with a request.
 */
@NullMarked
package org.braid.mpi.partition;

import org.jspecify.annotations.NullMarked;
