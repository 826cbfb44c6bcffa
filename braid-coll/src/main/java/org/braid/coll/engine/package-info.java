/**
 * Runs schedules over a port, which moves bytes between numbered slots: blocking or step by step, several at once, without allocation once a schedule is
 * known. Knows no matching, no lane and no element type; those come through {@link org.braid.coll.engine.Port} and {@link org.braid.coll.engine.Reducer}.
 *
 * <pre>
 *   call ──> signature, selection ──> schedule (cached) ──> StraightRun  short and few steps: in program order, one word of state
 *                                                      └──> GraphRun     else: whatever is ready, counters per step
 *                                          both: steps ──> Port.send / Port.receive, Reducer.reduce, copies
 * </pre>
 */
@NullMarked
package org.braid.coll.engine;

import org.jspecify.annotations.NullMarked;
