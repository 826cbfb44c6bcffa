/**
 * What the two sides of a one-sided access say of data: where it lies and how elements are combined, as descriptions that travel to the target, which knows no datatype of the origin's (MPI 4.1, sections 12.3.1 and 12.3.4). Knows
 * type maps, operators and bytes; must not know windows or ranks.
 */
@NullMarked
package org.braid.mpi.window.layout;

import org.jspecify.annotations.NullMarked;
