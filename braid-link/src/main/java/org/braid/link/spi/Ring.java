package org.braid.link.spi;

/** A ring in shared memory that is looked at on every turn, by direct calls: {@code org.braid.link.ring.RingConsumer}, the only one that there is. */
public interface Ring {}
