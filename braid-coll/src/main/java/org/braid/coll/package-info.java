/**
 * Collective operations as data: what every rank does is a schedule that is generated, checked and executed.
 *
 * <p>The sub-packages, each using only those before it: {@link org.braid.coll.schedule} (the format),
 * {@link org.braid.coll.algorithm} (one generator per algorithm of the literature), {@link org.braid.coll.select}
 * (which algorithm when, and why), {@link org.braid.coll.check} (proves schedules without running them), {@link org.braid.coll.engine}
 * (runs schedules over a port), {@link org.braid.coll.sim} (runs them in virtual time), {@link org.braid.coll.cost} (what algorithms cost by that). MPI's classes, sockets and shared memory are unknown here.
 */
@NullMarked
package org.braid.coll;

import org.jspecify.annotations.NullMarked;
