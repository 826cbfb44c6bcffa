package org.braid.devices.chaos;

import java.util.concurrent.atomic.AtomicLong;
import org.braid.link.spi.DeviceHost;

/** Numbers the lanes of a process: a lane that takes the place of one that was killed at its third frame must not be killed there again, and again. */
final class Lanes {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final AtomicLong next = new AtomicLong();

    Dice dice(DeviceHost host, ChaosRates rates) {
        return new Dice(host, rates, rates.seed() + GOLDEN * next.getAndIncrement());
    }
}
