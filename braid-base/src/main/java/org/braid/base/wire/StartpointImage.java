package org.braid.base.wire;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A startpoint as a value that travels in messages: the names of one or more endpoints and how to reach each (Nexus section 3.1).
 *
 * <p>Tables and orders that several targets share travel once; their layout is in {@code docs/wire.md}. There is exactly one way to
 * write an image, and others are refused, so equal bytes mean equal images and the other way round.
 *
 * @param targets 1 to {@link Limits#MAX_TARGETS} endpoints; several make a multicast startpoint
 */
public record StartpointImage(List<Target> targets) {

    /**
     * One endpoint.
     *
     * @param context where the endpoint lives
     * @param endpoint its index there, any 32 bits
     * @param generation 0 to 65535, tells it from an older endpoint with the same index
     * @param channel 0 to 255
     * @param table the ways to reach it, or null: the context's default table, which the receiver has or gets on its own
     * @param order methods in the order in which they are to be tried, with their parameters (manual selection); empty: automatic
     */
    public record Target(ContextId context, int endpoint, int generation, int channel, @Nullable DescriptorTable table,
            List<MethodExpression> order) {
        public Target {
            if (generation != (generation & 0xffff) || channel != (channel & 0xff))
                throw refused("generation " + generation + " or channel " + channel + " is out of range");
            if (order.size() > Limits.MAX_PARTS) throw refused("more than " + Limits.MAX_PARTS + " methods are listed");
            order = List.copyOf(order);
        }
    }

    public StartpointImage {
        targets = List.copyOf(targets);
        if (targets.isEmpty() || targets.size() > Limits.MAX_TARGETS)
            throw refused("it has " + targets.size() + " endpoints, 1 to " + Limits.MAX_TARGETS + " are allowed");
    }

    /** A startpoint of one endpoint that uses the context's default table. */
    static StartpointImage to(ContextId context, int endpoint, int generation, int channel) {
        return new StartpointImage(List.of(new Target(context, endpoint, generation, channel, null, List.of())));
    }

    /** @throws BraidException {@link ErrorCode#BUFFER_FULL} or {@link ErrorCode#STARTPOINT_REFUSED} if the image is too long */
    public void put(PutBuffer to) {
        StartpointCodec.put(this, to);
    }

    /** Reads an image and leaves what follows it. */
    public static StartpointImage get(GetBuffer from) {
        return StartpointCodec.get(from);
    }

    static BraidException refused(String why) {
        return new BraidException(ErrorCode.STARTPOINT_REFUSED, "startpoint refused", why, "Close the lane on which it came");
    }
}
