/** The pipe by which a launcher speaks to its ranks, and what comes down it. Knows tickets' bytes; must not know what is done with a frame. */
@NullMarked
package org.braid.boot.control;

import org.jspecify.annotations.NullMarked;
