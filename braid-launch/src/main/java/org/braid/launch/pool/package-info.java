/** Warm ranks of one user: their keeper, where they wait, and how a launcher takes them. Knows how a rank is started; must not know jobs. */
@NullMarked
package org.braid.launch.pool;

import org.jspecify.annotations.NullMarked;
