package org.braid.link.stream;

import java.util.Arrays;
import java.util.List;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.MethodExpression;
import org.braid.link.spi.DeliveryClass;
import org.jspecify.annotations.Nullable;

/**
 * What a link wants of the stream that carries it. Links with equal wishes share a stream.
 *
 * @param table the ways to reach the endpoint if they differ from its context's default table, else null
 * @param order methods chosen by hand, to be tried in this order; empty leaves the choice to policy and table
 * @param bytes the shortest payload that it is for
 * @param channel unit of priority and isolation, 0 to 255
 * @param delivery what the stream promises
 */
public record Wish(@Nullable DescriptorTable table, List<MethodExpression> order, long bytes, int channel, DeliveryClass delivery) {
    /** Whatever leads there, in order. */
    public static final Wish DEFAULT = new Wish(null, List.of(), 0, 0, DeliveryClass.ORDERED);

    /** A channel fits into a byte of the header. */
    public static final int MOST_CHANNELS = 256;

    /** The same, for messages from so many bytes on. */
    public Wish ofBytes(long least) {
        return least == bytes ? this : new Wish(table, order, least, channel, delivery);
    }

    /** The same, by the first of these methods that works. */
    public Wish by(List<MethodExpression> otherOrder) {
        return new Wish(table, otherOrder, bytes, channel, delivery);
    }

    /** The same, by the ways of this table; null for the peer's own. */
    public Wish with(@Nullable DescriptorTable otherTable) {
        return new Wish(otherTable, order, bytes, channel, delivery);
    }

    /** The same, on this channel. */
    public Wish on(int otherChannel) {
        return new Wish(table, order, bytes, otherChannel, delivery);
    }

    /** The same, with another promise. */
    public Wish delivering(DeliveryClass other) {
        return new Wish(table, order, bytes, channel, other);
    }

    /** As a key; tables are compared by their bytes. */
    String key() {
        return (table == null ? "" : Arrays.toString(table.toBytes())) + order + bytes + '/' + kind();
    }

    /** What two streams by the same method must have in common to be one. */
    String kind() {
        return channel + "/" + delivery;
    }
}
