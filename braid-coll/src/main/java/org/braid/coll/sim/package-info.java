/**
 * Collectives in virtual time: the schedules that the engine runs, one for each rank, over a network that consists of numbers (LogGP: Alexandrov, Ionescu, Schauser, Scheiman 1995), a set of them for each level
 * of the topology. Discrete events, the same for the same input. Pure: no clock, no thread, no I/O.
 *
 * <pre>
 *   Collective ---generates---> Schedule of each rank ---> Structure (shared by equals) + Process
 *   Network: Topology + ChannelCost of each level ----------------------+
 *                                                                       v
 *   Agenda (events by time) <------------------------------------> Simulator ---> Outcome
 * </pre>
 *
 * Knows schedules and topologies; must not know who asks, nor the engine.
 */
@NullMarked
package org.braid.coll.sim;

import org.jspecify.annotations.NullMarked;
