/**
 * What may be called on a window when, and what the words of its locks say (MPI 4.1, section 12.5). Pure: knows no window, no rank's memory and no time; whoever waits, sends or shares memory stands above it.
 */
@NullMarked
package org.braid.mpi.window.state;

import org.jspecify.annotations.NullMarked;
