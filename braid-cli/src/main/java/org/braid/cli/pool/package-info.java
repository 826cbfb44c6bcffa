/** The command {@code braid pool}, and what a warm rank rehearses. Knows package {@code mpi}; must not know how a rank is kept. */
@NullMarked
package org.braid.cli.pool;

import org.jspecify.annotations.NullMarked;
