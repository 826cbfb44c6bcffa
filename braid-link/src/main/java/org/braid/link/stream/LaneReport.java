package org.braid.link.stream;

import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.link.spi.Lane;
import org.braid.link.spi.LaneCounter;

/**
 * What one lane has done since it was made, of what it counts anyway.
 *
 * @param to where it leads
 * @param method as a user writes it
 * @param frames taken; 0 of a method that does not number them
 * @param eagerBytes taken against the credit that the peer has granted; 0 of a method that does without
 * @param counters the method's own, and those of its devices
 */
public record LaneReport(ContextId to, String method, long frames, long eagerBytes, List<LaneCounter> counters) {
    static LaneReport of(ContextId to, Lane lane) {
        return new LaneReport(to, lane.method(), lane.mayBeLeft() ? lane.takenFrames() : 0, lane.chargedBytes(), List.copyOf(lane.counters()));
    }
}
