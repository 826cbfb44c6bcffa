package org.braid.transports.socket;

import org.braid.base.os.Entropy;
import org.braid.pipe.driver.TimeAndChance;

/** The machine's own. */
public final class MachineTime implements TimeAndChance {
    /** There is one. */
    public static final MachineTime INSTANCE = new MachineTime();

    private MachineTime() {}

    @Override
    public long nowNs() {
        return System.nanoTime();
    }

    @Override
    public byte[] randomBytes(int count) {
        return Entropy.bytes(count);
    }
}
