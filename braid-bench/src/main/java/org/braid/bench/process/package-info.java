/** Contestants as processes: started in turn, bounded, ended with all that they have started. Knows figures; must not know who takes part. */
@NullMarked
package org.braid.bench.process;

import org.jspecify.annotations.NullMarked;
