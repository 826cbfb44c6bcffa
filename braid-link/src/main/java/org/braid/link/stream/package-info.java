/**
 * Knows how a FIFO lane keeps its promise (every frame once, in order) over connections that break. Pure: fed with events and a
 * {@code nowNs}; knows no socket, clock, thread, frame format or endpoint. Transports and the simulated world drive the same classes.
 *
 * <pre>
 *   sender                                                     receiver
 *   ReplayLog   claim, commit ── bytes over a connection ──&gt;   ReceiveCount   admits, (enqueue), accepted
 *   accepted    &lt;──────────── cumulative count (ACK) ─────────  takeAck
 *   resumeAt    &lt;──────────── "I expect frame n" at attach ───  expected
 *   LaneState   says when to connect, retry, give up;  CloseHandshake says when all is delivered
 * </pre>
 */
@NullMarked
package org.braid.link.stream;

import org.jspecify.annotations.NullMarked;
