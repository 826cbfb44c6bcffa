package org.braid.mpi.meeting;

import org.braid.base.BraidException;
import org.braid.boot.ticket.JobAddress;
import org.jspecify.annotations.Nullable;

/**
 * The name of a port that other hosts reach: where it listens, and a capability that callers prove and nobody shows.
 *
 * <pre>
 *   braid:2:10.0.0.1,192.168.7.1/40123/AQ…
 * </pre>
 *
 * @param address where it is, and 256 bits made for this port
 */
record FarName(JobAddress address) implements PortName {
    static final String SCHEME = "braid:2:";

    /** Reads what stands behind {@link #SCHEME}; null if it is none. */
    static @Nullable FarName parse(String rest) {
        try {
            return new FarName(JobAddress.parse(rest));
        } catch (BraidException none) {
            return null;
        }
    }

    @Override
    public String text() {
        return SCHEME + address.text();
    }

    /** Without the capability. */
    @Override
    public String toString() {
        return "port " + address;
    }
}
