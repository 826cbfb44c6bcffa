/**
 * What a simulated world replaces: memory that users own and that can refuse, processes that can end, and the wires between them. Knows the runtime's SPI, and nothing of what is sent.
 */
@NullMarked
package org.braid.testkit.sim.machine;

import org.jspecify.annotations.NullMarked;
