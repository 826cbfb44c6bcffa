/**
 * {@code braid run}: options, the program, the ranks' command lines, their output, and what becomes of the job. This is the hot start: no
 * picocli, no regular expressions, no streams, no formatter. Knows processes and signals; must not know links or MPI.
 */
@NullMarked
package org.braid.cli.run;

import org.jspecify.annotations.NullMarked;
