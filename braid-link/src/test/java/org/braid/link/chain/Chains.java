package org.braid.link.chain;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.braid.base.wire.FrameKind;
import org.braid.link.spi.Device;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Lane;

/** Both ends of a chain of test devices, over lanes that the test has in hand. */
final class Chains {
    static final int ENDPOINT = 7;

    final Place place = new Place();
    final LoggedLane lane = new LoggedLane();
    final Arrivals arrivals = new Arrivals();
    final List<org.braid.link.spi.Frame> returned = new ArrayList<>();
    private final List<Device> kinds = new ArrayList<>();
    private long before;

    /** One more device below those that there are. */
    Chains with(String name, Function<DeviceHost, DeviceEnd> end) {
        kinds.add(new Kind(name, end));
        return this;
    }

    Chains marked(char mark) {
        return with("" + mark, host -> new Ends.Marking(host, mark));
    }

    /** The lane has taken so many frames before the chain came. */
    Chains after(int frames) {
        for (int i = 0; i < frames; i++) {
            lane.offer(FrameKind.NAME, 0, 0, 0, i, 0, 0, 0, null, 0, 0);
        }
        before = frames;
        return this;
    }

    String text() {
        return String.join("+", kinds.stream().map(Device::name).toList()) + "+log";
    }

    Devices devices() {
        return new Devices(kinds, List.of());
    }

    SendingChain sending() {
        return sending(lane);
    }

    SendingChain sending(Lane over) {
        return devices().sending(ChainText.parse(text()), over, before, place);
    }

    ReceivingChain receiving() {
        return devices().receiving(ChainText.parse(text()), arrivals, place);
    }

    /** Offers a request with an ASCII payload; its first argument is the payload's length. */
    static int send(Lane to, String payload) {
        byte[] bytes = payload.getBytes(StandardCharsets.US_ASCII);
        return to.offer(FrameKind.RSR, ENDPOINT, 1, 2, bytes.length, 4, 5, 6, bytes, 0, bytes.length);
    }

    /** Gives the chain up, and collects what comes back. */
    void handBack(SendingChain chain, long accepted) {
        if (!chain.giveUp()) {
            throw new AssertionError("somebody is inside");
        }
        chain.handBack(accepted, frame -> returned.add(Ends.Holding.copied(frame)));
    }

    List<String> returnedTexts() {
        return Arrivals.texts(returned);
    }
}
