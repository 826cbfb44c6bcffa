/** The first seconds of ranks, bin by bin: gathered from figures, written as tables and drawn. Pure; must not know processes or files. */
@NullMarked
package org.braid.bench.curve;

import org.jspecify.annotations.NullMarked;
