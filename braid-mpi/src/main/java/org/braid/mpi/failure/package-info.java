/** What goes wrong in MPI, for programs to tell apart: an error's class (MPI 4.1, section 9.4), and what happened, why and what to do in words. */
@NullMarked
package org.braid.mpi.failure;

import org.jspecify.annotations.NullMarked;
