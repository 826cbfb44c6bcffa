/**
 * What algorithms would cost on a network: each candidate's real schedules are run in virtual time ({@link org.braid.coll.sim}), not a formula about them. Knows the catalogue, the rules and the simulator; must not know
 * the engine, nor who asks. Pure.
 */
@NullMarked
package org.braid.coll.cost;

import org.jspecify.annotations.NullMarked;
