/**
 * MPI processes of a simulated world: one on each of its contexts, all their calls started and looked at, none of them waited for, and a naive model that says which message each receive has to
 * meet. Knows the nodes of the world; the runtime below MPI is somebody else's to watch.
 */
@NullMarked
package org.braid.testkit.sim.ranks;

import org.jspecify.annotations.NullMarked;
