package org.braid.link.chain;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.Spelling;
import org.braid.base.wire.Limits;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.MethodExpression.Name;
import org.braid.link.spi.Compound;
import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.Device;
import org.braid.link.spi.FrameSink;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/**
 * The devices and compounds that there are, and the way to build chains of them (charm-on-vmi, section 4.5: loadable devices). Nothing is looked for before a chain or compound is named, so that programs
 * without one do not pay for it. Any thread may ask.
 */
public final class Devices {
    private final Installed<Device> devices;
    private final Installed<Compound> compounds;

    /** Those that {@link java.util.ServiceLoader} finds on the class path. */
    public Devices() {
        this(Devices.class.getClassLoader());
    }

    /** Those that {@link java.util.ServiceLoader} finds by this loader. */
    public Devices(@Nullable ClassLoader from) {
        devices = new Installed<>(Device.class, Device::name, from);
        compounds = new Installed<>(Compound.class, Compound::name, from);
    }

    /** These and no others. */
    public Devices(List<Device> devices, List<Compound> compounds) {
        this.devices = new Installed<>(Device.class, Device::name, devices);
        this.compounds = new Installed<>(Compound.class, Compound::name, compounds);
    }

    /** All devices. */
    public List<Device> devices() {
        return devices.all();
    }

    /** All compounds. */
    public List<Compound> compounds() {
        return compounds.all();
    }

    /** The device of this name; null if there is none. */
    @Nullable Device find(String name) {
        return devices.find(name);
    }

    /**
     * The compound of this name.
     *
     * @throws BraidException {@code METHOD_UNKNOWN} if there is none
     */
    public Compound compound(String name) {
        Compound found = compounds.find(name);
        if (found == null) {
            throw new BraidException(ErrorCode.METHOD_UNKNOWN, "compound '" + name + "'", "there is none of this name" + compounds.brokenOnes(),
                    Spelling.didYouMean(name, compounds.names(), "braid info lists those that there are"));
        }
        return found;
    }

    /**
     * The order in which the parts of a compound are tried now.
     *
     * @param parts what has become of each, in the order in which they were written
     * @return all parts, each once, the one to use first
     * @throws BraidException {@code METHOD_UNKNOWN} if there is no such compound; {@code DEVICE_FAILED} if it throws, or answers with other parts
     */
    public List<MethodExpression> order(MethodExpression.Compound compound, List<Compound.Part> parts, long nowNs) {
        Compound kind = compound(compound.word());
        List<MethodExpression> ordered;
        try {
            ordered = List.copyOf(kind.order(parts, Named.of(kind.parameters(), compound.parameters()), nowNs));
        } catch (RuntimeException thrown) {
            throw ChainErrors.cannotChoose(compound, "it threw " + thrown);
        }
        if (ordered.size() != parts.size() || !ordered.containsAll(compound.parts())) {
            throw ChainErrors.cannotChoose(compound, "it answered with other parts: " + MethodExpression.printOrder(ordered));
        }
        return ordered;
    }

    /**
     * The rails of a compound that carries a stream by several lanes at once; empty for any other.
     *
     * @throws BraidException as {@link #order}
     */
    public List<MethodExpression> rails(MethodExpression.Compound compound) {
        Compound kind = compound(compound.word());
        try {
            return List.copyOf(kind.rails(compound.parts(), Named.of(kind.parameters(), compound.parameters())));
        } catch (RuntimeException thrown) {
            throw ChainErrors.cannotChoose(compound, "it threw " + thrown);
        }
    }

    /**
     * When {@link #order} will answer otherwise although nothing happens to any part; {@link Long#MAX_VALUE} if never. Never in the past.
     *
     * @throws BraidException as {@link #order}
     */
    public long nextChangeNs(MethodExpression.Compound compound, List<Compound.Part> parts, long nowNs) {
        Compound kind = compound(compound.word());
        try {
            return Math.max(nowNs + 1, kind.nextChangeNs(parts, Named.of(kind.parameters(), compound.parameters()), nowNs));
        } catch (RuntimeException thrown) {
            throw ChainErrors.cannotChoose(compound, "it threw " + thrown);
        }
    }

    /**
     * Checks every chain and compound of a method before it is used: that its devices exist, that their parameters make sense, and that they deliver what the stream promises. Names of transports are not looked
     * at.
     *
     * @param stream what the stream above promises
     * @throws BraidException {@code METHOD_UNKNOWN}, {@code METHOD_PARAMETER} or another code of parameters' values, {@code CHAIN_REFUSED}; each says at which character of the method's canonical text
     */
    public void check(MethodExpression method, DeliveryClass stream) {
        if (!(method instanceof Name)) {
            new ChainCheck(devices, compounds, stream, method).method(method);
        }
    }

    /**
     * Opens the sending end of a chain.
     *
     * @param lane of the transport that the text names last
     * @param before frames that the lane has taken already, such as the one that announces the chain
     * @throws BraidException as {@link #check}, and {@code CHAIN_REFUSED} if the lane's frames are too short for what the devices may add
     */
    public SendingChain sending(ChainText text, Lane lane, long before, Surroundings surroundings) {
        check(text, surroundings);
        WayDown way = new WayDown(text.toString(), lane);
        SendingSeat[] seats = new SendingSeat[text.devices().size()];
        int overheadBytes = 0;
        try {
            SendingSeat below = null;
            for (int i = seats.length - 1; i >= 0; i--) {
                below = new SendingSeat(way, surroundings, text, i, lane.frameBytes() - overheadBytes, below);
                seats[i] = below;
                open(below, text.devices().get(i));
                overheadBytes = withRoom(below, text, overheadBytes, lane);
            }
        } catch (Throwable refused) {
            throw closed(text, seats, refused);
        }
        way.begin(seats);
        return new SendingChain(text, lane, before, surroundings, way, overheadBytes);
    }

    private static int withRoom(SendingSeat seat, ChainText text, int overheadBytes, Lane lane) {
        int own = seat.end().overheadBytes();
        if (own < 0 || own >= lane.eagerBytes() - overheadBytes) {
            throw ChainErrors.noRoom(text.toString(), own + overheadBytes, lane.eagerBytes());
        }
        return own + overheadBytes;
    }

    /**
     * Opens the receiving end of a chain: the mirror of what a peer has announced.
     *
     * @param text what was announced, {@linkplain ChainText#over over} the transport by which it came here
     * @param stream where frames go
     * @throws BraidException as {@link #check}
     */
    public ReceivingChain receiving(ChainText text, FrameSink stream, Surroundings surroundings) {
        check(text, surroundings);
        ReceivingChain chain = new ReceivingChain(text, stream, surroundings);
        ReceivingSeat[] seats = new ReceivingSeat[text.devices().size()];
        try {
            ReceivingSeat above = null;
            for (int i = 0; i < seats.length; i++) {
                above = new ReceivingSeat(chain, surroundings, text, i, Limits.MAX_FRAME_PAYLOAD, above);
                seats[i] = above;
                open(above, text.devices().get(i));
            }
        } catch (Throwable refused) {
            throw closed(text, seats, refused);
        }
        chain.begin(seats);
        return chain;
    }

    private void open(Seat seat, Name name) {
        Device device = devices.find(name.word());
        if (device != null) { // it was there a moment ago
            seat.open(device, Named.of(device.parameters(), name.parameters()));
        }
    }

    /** Those that were opened before one refused. What a device throws that is no refusal is told of that device. */
    private static BraidException closed(ChainText text, @Nullable Seat[] seats, Throwable thrown) {
        String opening = text.toString();
        for (Seat seat : seats) {
            if (seat != null) {
                opening = seat.isOpen() ? opening : seat.name();
                seat.closeQuietly();
            }
        }
        return thrown instanceof BraidException refused ? refused : ChainErrors.cannotOpen(opening, text.toString(), thrown);
    }

    private void check(ChainText text, Surroundings surroundings) {
        check(new MethodExpression.Chain(text.devices(), new Name(text.transport())), surroundings.delivery());
    }
}
