/**
 * Calls that all ranks of a file make together: agreements, and accesses of which some ranks read and write for all. Each is a machine that whoever waits for anything moves on, so that started calls need no thread of their own (MPI 4.1,
 * sections 14.4.3 and 14.4.5). Knows the file's communicator, its disk and the plans; must not know how files are opened, or which pointer a call goes by.
 */
@NullMarked
package org.braid.mpi.file.collective;

import org.jspecify.annotations.NullMarked;
