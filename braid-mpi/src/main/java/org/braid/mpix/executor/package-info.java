/** Tasks that run on the ranks of a communicator. Knows package {@code mpi} and the futures of {@code org.braid.mpix}; nothing knows it. */
@NullMarked
package org.braid.mpix.executor;

import org.jspecify.annotations.NullMarked;
