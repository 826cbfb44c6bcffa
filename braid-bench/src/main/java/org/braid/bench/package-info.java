/**
 * {@code braid bench}: starts Braid's and the peers' programs in turn, collects their figures, and prints medians and ratios. Knows
 * processes and statistics; must not know links or MPI (the measured programs are in {@code rank}), nor the command line.
 */
@NullMarked
package org.braid.bench;

import org.jspecify.annotations.NullMarked;
