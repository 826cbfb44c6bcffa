package org.braid.pipe.hello;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import javax.crypto.Mac;

/**
 * Where one end of a lane goes on when a connection is made again.
 *
 * <pre>
 *   0      8             16              24              32         40
 *   | lane | incarnation | known of peer | next expected | accepted |
 * </pre>
 *
 * @param lane which lane this is, in the numbers of the end that says so; see {@code PipeLane}
 * @param incarnation chosen at random when this end made the lane; the same on all its connections
 * @param knownOfPeer the peer's incarnation as this end knows it, 0 before the first connection. If it is not what the peer has now, one of the two has lost its counts
 * @param nextExpected number of the frame that this end expects next: the peer writes again from there
 * @param accepted frames that are not needed again, whatever happens: those that wait in a device above have come, and may still have to come by another lane. Never more than {@code nextExpected}
 */
public record ResumePoint(long lane, long incarnation, long knownOfPeer, long nextExpected, long accepted) {
    static final int BYTES = 40;

    void put(ByteBuffer to) {
        to.putLong(lane).putLong(incarnation).putLong(knownOfPeer).putLong(nextExpected).putLong(accepted);
    }

    static ResumePoint get(ByteBuffer from) {
        return new ResumePoint(from.getLong(), from.getLong(), from.getLong(), from.getLong(), from.getLong());
    }

    void addTo(Mac mac) {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        put(bytes);
        mac.update(bytes.array());
    }
}
