/**
 * Knows how frames lie in the bytes of a pipe, in both directions, when they are written and what has to be acknowledged. Must not know how connections come and go.
 *
 * <pre>
 *   SendSide ── LoggedFrames into the replay log ── PipeWriter to the pipe          (BusyRule says when)
 *   FrameReader ── whole frames out of what was read ── the lane's sink            (OwedAcknowledgement)
 *   LaneCounts, how far both directions are
 * </pre>
 */
@NullMarked
package org.braid.pipe.frame;

import org.jspecify.annotations.NullMarked;
