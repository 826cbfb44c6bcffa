/**
 * Knows what a pipe's lane remembers so that nothing is lost or doubled over connections that break: what was sent and is not accepted, and how much has come. Pure; knows no connection, clock, thread,
 * frame format or endpoint.
 *
 * <pre>
 *   sender                                                     receiver
 *   ReplayLog   claim, commit ── bytes over a connection ──&gt;   ReceiveCount   admits, (enqueue), accepted
 *   accepted    &lt;──────────── cumulative count (ACK) ─────────  takeAck
 *   resumeAt    &lt;──────────── "I expect frame n" at attach ───  expected
 * </pre>
 */
@NullMarked
package org.braid.pipe.log;

import org.jspecify.annotations.NullMarked;
