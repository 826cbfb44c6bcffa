/**
 * The method {@code tcp}: one non-blocking connection per pair of contexts, made on first use and made again whenever it breaks.
 *
 * <p>Knows sockets, the handshake by the job's secret, and how frames lie on a TCP stream; must not know other transports, ranks, tags or what a handler does. How a lane
 * keeps its promise over broken connections is decided by the pure classes of {@code org.braid.link.stream}; this package feeds them with bytes and a clock.
 *
 * <pre>
 *   {@link org.braid.transports.tcp.TcpTransport} ─ opens ─> TcpPort ─ has ─> Listener            accepts rarely
 *                                              │            Greeting            a socket before it is trusted (Handshake)
 *                                              └─ has many ─> TcpLane           one per peer: replay log, counts, state
 *                                                               └─ has ≤ 1 ─> Connection   one trusted socket: FrameReader, LaneWriter
 * </pre>
 */
@NullMarked
package org.braid.transports.tcp;

import org.jspecify.annotations.NullMarked;
