/** What messages about calls name. Knows nothing; must not know what the things named do. */
@NullMarked
package org.braid.mpi.title;

import org.jspecify.annotations.NullMarked;
