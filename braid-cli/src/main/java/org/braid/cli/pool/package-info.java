/** Warm ranks on the command line, and what they rehearse. Knows the keeper of a pool and the programming interface; must not know how a rank is handed over. */
@NullMarked
package org.braid.cli.pool;

import org.jspecify.annotations.NullMarked;
