package org.braid.cli.sim;

import java.util.Locale;
import org.braid.coll.sim.ChannelCost;
import org.braid.coll.sim.Network;

/** What the links of a {@linkplain LiveJob live experiment} cost, as a profile says it. */
final class EmulatedCosts {
    private static final long PS_PER_NS = 1000;
    private static final double PS_PER_S = 1e12;

    private EmulatedCosts() {}

    /** @param dilation how many times slower the job has the links between machines */
    static String text(Network network, int dilation) {
        var channels = network.channels();
        int last = channels.size() - 1;
        return "# of the links that device delay emulates\n" + line("*", channels.getFirst(), dilation) + line("site", channels.get(last - 1), dilation) + line("host", channels.get(last), 1);
    }

    private static String line(String place, ChannelCost cost, int dilation) {
        String text = String.format(Locale.ROOT, "%s latency=%dns send=%dns receive=%dns gap=%dns bandwidth=%dB/s trips=%d", place,
                dilation * cost.latencyPs() / PS_PER_NS, cost.sendPs() / PS_PER_NS, cost.receivePs() / PS_PER_NS, cost.gapPs() / PS_PER_NS, Math.round(PS_PER_S / cost.psPerByte() / dilation), cost.trips());
        return text + shared(cost.pipe()) + (cost.offeredBytes() < Long.MAX_VALUE ? " offered=" + cost.offeredBytes() + "B" : "") + "\n";
    }

    private static String shared(ChannelCost.Pipe pipe) {
        return switch (pipe) {
            case OF_SENDER -> "";
            case OF_PAIR -> " shared";
            case OF_SIDE -> " shared=side";
        };
    }
}
