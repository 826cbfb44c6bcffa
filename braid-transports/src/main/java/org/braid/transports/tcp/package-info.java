/**
 * The method {@code tcp}: one non-blocking connection per pair of contexts, made on first use and made again whenever it breaks.
 *
 * <p>Knows sockets, the handshake by the job's secret, and how frames lie on a TCP stream; must not know other transports, ranks, tags or what a handler does. How a lane
 * keeps its promise over broken connections is decided by the pure classes of {@code org.braid.link.stream}; this package feeds them with bytes and a clock.
 *
 * <pre>
 *   {@link org.braid.transports.tcp.TcpTransport} ─ opens ─> TcpPort ─ has ─> OwnAddress, Reception   where peers call; who has called and is not proven: Greeting, Handshake
 *                                              │
 *                                              └─ has many ─> TcpLane             one per peer and set of parameters
 *                                                               ├─ LaneConnections    gets it a Connection, and the next one: Dial, Handshake
 *                                                               ├─ SendSide           frames into the replay log, from there to the socket: SocketWriter
 *                                                               ├─ FrameReader        frames out of what a Connection has read
 *                                                               └─ LeaveTaking        its orderly end
 * </pre>
 */
@NullMarked
package org.braid.transports.tcp;

import org.jspecify.annotations.NullMarked;
