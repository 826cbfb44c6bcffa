package org.braid.link.spi;

import java.util.List;
import org.braid.base.wire.MethodParameter;

/**
 * A kind of device, found by {@link java.util.ServiceLoader}: what stands before the {@code +} in {@code lz4+tcp} (charm-on-vmi, sections 4.1 and 4.2: the device chain and its specification file). Stateless;
 * {@link #open} makes the part that belongs to one end of one lane.
 */
public interface Device {
    /** What users write in a method expression. */
    String name();

    /** One line for {@code braid info}. */
    String description();

    /** The parameters that an expression may set, with defaults. */
    List<Transport.Parameter> parameters();

    /** The least that the stream above must be content with: a device that drops frames needs {@link DeliveryClass#UNRELIABLE}. */
    default DeliveryClass delivers(List<MethodParameter> parameters) {
        return DeliveryClass.ORDERED;
    }

    /**
     * Opens it at one end of a lane. Both ends are given the same parameters: those that the sender's expression sets.
     *
     * @throws org.braid.base.BraidException {@code METHOD_PARAMETER} if there is no such parameter, or its value makes no sense
     */
    DeviceEnd open(DeviceHost host, List<MethodParameter> parameters);
}
