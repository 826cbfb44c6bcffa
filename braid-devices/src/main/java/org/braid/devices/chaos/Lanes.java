package org.braid.devices.chaos;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.braid.link.spi.DeviceHost;

/** Numbers the lanes of a process: a lane that takes the place of one that was killed at its third frame must not be killed there again, and again. */
final class Lanes {
    private static final long APART = 0xD1342543DE82EF95L;

    private final AtomicLong next = new AtomicLong();

    Dice dice(DeviceHost host, ChaosRates rates) {
        return new Dice(host, rates, new SplittableRandom(rates.seed() + APART * next.getAndIncrement()).nextLong());
    }
}
