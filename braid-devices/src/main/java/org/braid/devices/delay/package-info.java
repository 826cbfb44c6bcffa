/**
 * The device {@code delay}: a lane that behaves like a slower one. A link model of latency, jitter and bandwidth; links may share a bandwidth.
 *
 * <pre>
 *   sending end: waits for the wire, then stamps                 receiving end: keeps the frame until it is due
 *   payload … | sent at, i64 ns | leaves so much later, i64 ns       due = sent + leaves later + latency + jitter
 * </pre>
 */
@NullMarked
package org.braid.devices.delay;

import org.jspecify.annotations.NullMarked;
