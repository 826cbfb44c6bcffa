/**
 * How communicators are made of local communicator objects and one exchange of names: duplicate, split, group (generalized-communicators, figure 3; MPI 4.1, section 7.4). Knows objects,
 * their names and the collectives that exchange them; must not know groups, attributes or anything else that the façade keeps with a communicator.
 */
@NullMarked
package org.braid.mpi.comm;

import org.jspecify.annotations.NullMarked;
