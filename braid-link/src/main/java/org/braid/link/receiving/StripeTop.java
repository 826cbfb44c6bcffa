package org.braid.link.receiving;

import org.braid.link.spi.FrameSink;

/** Where the frames of a striped lane go, in order: the receiving end of the lane that they make. There may be devices above, in which some of them wait. Caller holds the token. */
public interface StripeTop extends FrameSink {
    /** How many of the frames that were handed up here cannot be refused any more. */
    long accepted();
}
