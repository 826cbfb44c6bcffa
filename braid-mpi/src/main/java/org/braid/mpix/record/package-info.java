/** Java records as elements of messages: their datatype, how they lie in memory, and what reads and writes them there. Knows package {@code mpi}. */
@NullMarked
package org.braid.mpix.record;

import org.jspecify.annotations.NullMarked;
