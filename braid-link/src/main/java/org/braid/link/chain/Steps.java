package org.braid.link.chain;

import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.Frame;
import org.braid.link.spi.IoRequest;

/**
 * Which way a device looks at frames: the way of which it overrides a method. Of the other one it is no step, and frames are handed to its neighbour at once: what a device does not do costs a message nothing.
 */
final class Steps {
    private Steps() {}

    static boolean goesDown(Class<? extends DeviceEnd> device) {
        return overrides(device, "down", IoRequest.class);
    }

    static boolean goesUp(Class<? extends DeviceEnd> device) {
        return overrides(device, "up", Frame.class) || overrides(device, "undo", Frame.class);
    }

    private static boolean overrides(Class<? extends DeviceEnd> device, String method, Class<?> parameter) {
        try {
            return device.getMethod(method, parameter).getDeclaringClass() != DeviceEnd.class;
        } catch (NoSuchMethodException impossible) { // they are public, and each device inherits them
            throw new IllegalStateException(impossible);
        }
    }
}
