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

    /** The parameters that an expression may set, with defaults; the value of the first one may be written without its name: {@code delay(1ms)}. */
    List<Transport.Parameter> parameters();

    /**
     * Checks values when a method is selected, long before a lane is made. Names have been checked then, and a value that the user wrote without a name has got that of the first parameter.
     *
     * @throws org.braid.base.BraidException {@code METHOD_PARAMETER} or of its kind if a value makes no sense
     */
    default void check(List<MethodParameter> parameters) {}

    /** True if the receiving end refuses every frame whose payload was changed anywhere below. */
    default boolean detectsDamage() {
        return false;
    }

    /** True if it only works below a device that {@linkplain #detectsDamage detects damage}. */
    default boolean damages(List<MethodParameter> parameters) {
        return false;
    }

    /** The least that the stream above must be content with: a device that drops frames needs {@link DeliveryClass#UNRELIABLE}. Parameters have been checked. */
    default DeliveryClass delivers(List<MethodParameter> parameters) {
        return DeliveryClass.ORDERED;
    }

    /**
     * Opens it at one end of a lane. Both ends are given the same parameters: those that the sender's expression sets, {@linkplain #check checked} and all with their names.
     *
     * @throws org.braid.base.BraidException {@code METHOD_PARAMETER} if a value makes no sense
     */
    DeviceEnd open(DeviceHost host, List<MethodParameter> parameters);
}
