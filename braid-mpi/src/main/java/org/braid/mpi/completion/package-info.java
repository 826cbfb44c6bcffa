/**
 * How a thread waits for requests, looks whether they are done, and gives them back (MPI 4.1, sections 3.7.3 and 3.7.5). Knows requests and the context's progress, and that calls may be
 * under way which a wait has to move on; must not know what those calls are, how messages travel, or why a look may be in vain.
 */
@NullMarked
package org.braid.mpi.completion;

import org.jspecify.annotations.NullMarked;
