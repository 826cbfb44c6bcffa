package org.braid.devices.delay;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Transport.Parameter;

/**
 * What a link is like.
 *
 * @param latencyNs from the end of a frame's transmission to its arrival
 * @param jitterNs what chance may add to that, at most
 * @param bytesPerSecond how fast frames are transmitted; 0 for at once
 * @param seed of the jitter
 * @param group links of this process with the same group share one wire; empty for a wire of its own
 * @param clocks the file by which processes share the wires of a group, one for each direction between its clusters; empty if they do not
 */
record LinkModel(long latencyNs, long jitterNs, long bytesPerSecond, long seed, String group, String clocks) {
    static final int HEADER_BYTES = 36;
    private static final LinkModel NONE = new LinkModel(0, 0, 0, 0, "", "");
    private static final long MOST_NS = 60_000_000_000L;
    private static final long LEAST_RATE = 1_000;
    private static final long MOST_RATE = 1_000_000_000_000L;

    static List<Parameter> described() {
        return List.of(
                new Parameter("latency", "time", "0ns", "how long a frame is under way, 0ns to 1min"),
                new Parameter("jitter", "time", "0ns", "what chance may add, 0ns to 1min; frames stay in order"),
                new Parameter("bandwidth", "rate", "none", "bytes a second, 1KB/s to 1000GB/s; a frame's header counts as 36"),
                new Parameter("group", "name", "", "links of a process with the same group share one bandwidth"),
                new Parameter("clocks", "file", "", "a file that the host's processes share: then so is a group's bandwidth"),
                new Parameter("seed", "number", "0", "of the jitter"));
    }

    /** @throws BraidException if a value makes no sense */
    static LinkModel of(List<MethodParameter> parameters) {
        LinkModel model = NONE;
        for (MethodParameter each : parameters) {
            model = model.with(each);
        }
        return model;
    }

    private LinkModel with(MethodParameter given) {
        return switch (given.key()) {
            case "latency" -> new LinkModel(given.ns(0, MOST_NS), jitterNs, bytesPerSecond, seed, group, clocks);
            case "jitter" -> new LinkModel(latencyNs, given.ns(0, MOST_NS), bytesPerSecond, seed, group, clocks);
            case "bandwidth" -> new LinkModel(latencyNs, jitterNs, given.bytesPerSecond(LEAST_RATE, MOST_RATE), seed, group, clocks);
            case "group" -> new LinkModel(latencyNs, jitterNs, bytesPerSecond, seed, given.value(), clocks);
            case "clocks" -> new LinkModel(latencyNs, jitterNs, bytesPerSecond, seed, group, given.value());
            case "seed" -> new LinkModel(latencyNs, jitterNs, bytesPerSecond, given.number(0, Integer.MAX_VALUE), group, clocks);
            default -> throw new BraidException(ErrorCode.METHOD_PARAMETER, "delay's parameter " + given.key() + " is not valid", "there is no such parameter", "See docs/devices.md");
        };
    }

    /** How long the wire is busy with a payload, ns. */
    long transmissionNs(int payloadBytes) {
        return bytesPerSecond == 0 ? 0 : Math.ceilDiv((HEADER_BYTES + payloadBytes) * 1_000_000_000L, bytesPerSecond);
    }
}
