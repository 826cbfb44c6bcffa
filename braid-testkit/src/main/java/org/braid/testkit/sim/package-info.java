/**
 * The simulated world: the pure cores of braid-link under a virtual clock and a seeded network. Knows the cores, and nothing of
 * sockets, threads or real time. One seed replays one run.
 *
 * <pre>
 *   SimWorld ── draws SimOptions from the seed, runs events, heals, demands progress
 *     SimContext, one per process
 *       SimLane, one per peer: the real classes, put together
 *         SimSender   the application that sends           SimInbox        the application that receives
 *         SimOutput   ReplayLog, and what goes beside it   SimInput        ReceiveCount, ReorderWindow
 *         SimCredit   both ends of org.braid.link.flow     SimConnections  which WireEnd is used, greetings
 *         SimClosing  CloseHandshake                       SimPulse        time-outs
 *         SimBulk     BulkSend and BulkReceive at work     LaneSteps       what a planted bug replaces
 *     SimWire     a connection, with delays and faults     Nemesis    breaks them
 *     Ledger      what must never happen                   SimTally   what did happen, counted
 * </pre>
 */
@NullMarked
package org.braid.testkit.sim;

import org.jspecify.annotations.NullMarked;
