package org.braid.link.chain;

import java.util.List;
import java.util.function.Supplier;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.Device;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.LaneCounter;
import org.jspecify.annotations.Nullable;

/** The place of one device in a chain: what both ends tell it of its neighbourhood. */
abstract class Seat implements DeviceHost {
    private final Surroundings surroundings;
    private final List<String> chain;
    private final int position;
    private final int frameBytesBelow;
    private @Nullable DeviceEnd end; // null only while the device is being opened
    private boolean isStep;
    private boolean closed;

    Seat(Surroundings surroundings, ChainText text, int position, int frameBytesBelow) {
        this.surroundings = surroundings;
        this.chain = text.parts();
        this.position = position;
        this.frameBytesBelow = frameBytesBelow;
    }

    /** @throws org.braid.base.BraidException if a parameter's value makes no sense */
    final void open(Device device, List<MethodParameter> parameters) {
        DeviceEnd opened = device.open(this, parameters);
        isStep = isSending() ? Steps.goesDown(opened.getClass()) : Steps.goesUp(opened.getClass());
        end = opened;
    }

    /** False if the device lets all frames pass in this direction, so that they need not be shown to it. */
    final boolean isStep() {
        return isStep;
    }

    final DeviceEnd end() {
        DeviceEnd e = end;
        if (e == null) {
            throw new IllegalStateException(name() + " is not open yet");
        }
        return e;
    }

    /** As a user writes it. */
    final String name() {
        return chain.get(position);
    }

    /** Every device is closed, whatever another one throws; the first of these is thrown in the end. */
    static void close(Seat[] seats) {
        RuntimeException first = null;
        for (Seat seat : seats) {
            try {
                seat.close();
            } catch (RuntimeException thrown) {
                first = first == null ? thrown : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    final boolean isOpen() {
        return end != null;
    }

    /** Whatever the device throws: something else has gone wrong before. */
    final void closeQuietly() {
        try {
            close();
        } catch (RuntimeException alsoWrong) {
            closed = true;
        }
    }

    private void close() {
        DeviceEnd e = closed ? null : end;
        closed = true;
        if (e != null) {
            e.close();
        }
    }

    /** The counters of all devices, each under the device's name. */
    static void count(Seat[] seats, List<LaneCounter> to) {
        for (Seat seat : seats) {
            DeviceEnd e = seat.end;
            if (e != null) {
                for (LaneCounter each : e.counters()) {
                    to.add(new LaneCounter(seat.name() + ": " + each.name(), each.value()));
                }
            }
        }
    }

    @Override
    public final ContextId self() {
        return surroundings.self();
    }

    @Override
    public final ContextId peer() {
        return surroundings.peer();
    }

    @Override
    public final List<String> chain() {
        return chain;
    }

    @Override
    public final int position() {
        return position;
    }

    @Override
    public final DeliveryClass delivery() {
        return surroundings.delivery();
    }

    @Override
    public final int frameBytesBelow() {
        return frameBytesBelow;
    }

    @Override
    public final long nowNs() {
        return surroundings.nowNs();
    }

    @Override
    public final <T> T shared(Class<T> type, Supplier<T> make) {
        return surroundings.shared(type, make);
    }
}
