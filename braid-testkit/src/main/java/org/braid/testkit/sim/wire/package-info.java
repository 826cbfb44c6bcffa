/** Byte pipes of the simulated world: bytes that take time, come in pieces, are lost, damaged or late, and connections that break, stall or are never made. The lanes above are the runtime's own. */
@NullMarked
package org.braid.testkit.sim.wire;

import org.jspecify.annotations.NullMarked;
