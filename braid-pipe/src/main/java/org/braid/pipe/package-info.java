/**
 * Knows how a lane keeps its promise (every frame once, in order) over byte pipes that break, and how its pipes are made, replaced and let go. Must not know what a pipe is: transports drive this package
 * through {@code org.braid.pipe.driver}, and so does the simulated world. Pure: no socket, thread, clock or chance.
 *
 * <pre>
 *   PipePort ─ has many ─&gt; PipeLane             one per peer, route and direction
 *      │                     ├─ LaneConnections    gets it a Connection, and the next one: hello.Dial
 *      │                     ├─ frame.SendSide     frames into the replay log, from there to the pipe
 *      │                     ├─ frame.FrameReader  frames out of what a Connection has read
 *      │                     ├─ Halves             which of its two directions is over
 *      │                     └─ LeaveTaking        its orderly end
 *      └─ hello.Reception, Callers              those who have called
 * </pre>
 */
@NullMarked
package org.braid.pipe;

import org.jspecify.annotations.NullMarked;
