/**
 * The launcher: {@code braid run}, from its words to its exit code. This is the hot start: no library for command lines, no regular expressions, no streams, no formatter. Knows processes and signals;
 * must not know MPI, nor the other commands.
 */
@NullMarked
package org.braid.launch;

import org.jspecify.annotations.NullMarked;
