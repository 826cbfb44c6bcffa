/** The MPI libraries in C that Braid is compared with: found, given our programs, started as each wants it. Must not know Braid's own programs. */
@NullMarked
package org.braid.bench.peer;

import org.jspecify.annotations.NullMarked;
