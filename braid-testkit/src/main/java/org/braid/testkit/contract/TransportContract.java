package org.braid.testkit.contract;

import org.junit.jupiter.api.Timeout;

/** All contracts of one transport: a subclass says how contexts are connected by it, and nothing else. */
@Timeout(60)
public abstract class TransportContract implements WholeContract {}
