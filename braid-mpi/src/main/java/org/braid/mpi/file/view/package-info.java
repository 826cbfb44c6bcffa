/**
 * What of a file a process sees, and how it may use it (MPI 4.1, sections 14.2.1 and 14.3). Pure. Knows layouts of types and places in a file as numbers; must not know files, communicators or user memory.
 */
@NullMarked
package org.braid.mpi.file.view;

import org.jspecify.annotations.NullMarked;
