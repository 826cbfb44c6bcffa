package org.braid.link.chain;

/** A device that is named as a service and cannot be made. */
public final class BrokenDevice extends WholeDevice {
    /** Never comes to an end. */
    public BrokenDevice() {
        throw new IllegalStateException("cannot be made");
    }
}
