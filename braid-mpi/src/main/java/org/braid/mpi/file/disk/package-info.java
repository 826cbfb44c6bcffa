/**
 * The file as the operating system has it: opened, read and written at given places, closed; what fails there has the class that MPI gives it (MPI 4.1, section 14.7). Knows channels, views and user memory; must not know other ranks.
 */
@NullMarked
package org.braid.mpi.file.disk;

import org.jspecify.annotations.NullMarked;
