/** Builds of Braid that take part, and the commands by which each is measured. Must not know the peers. */
@NullMarked
package org.braid.bench.build;

import org.jspecify.annotations.NullMarked;
