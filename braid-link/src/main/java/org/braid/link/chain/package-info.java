/**
 * Chains of devices between a stream and its lane (charm-on-vmi, chapter 4): what stands before the last {@code +} of a method. Knows the devices' SPI and lanes as such; which devices and which transports there
 * are is unknown here. No I/O, no clock, no thread of its own: time comes from {@link org.braid.link.chain.Surroundings}.
 *
 * <pre>
 *   stream                                                          stream
 *     | offer                                                         ^ frame
 *   SendingChain   lz4 ──&gt; checksum ──&gt; lane ~ ~ ~ lane ──&gt; checksum ──&gt; lz4   ReceivingChain
 *     ^ handBack: what the peer has not accepted, undone
 * </pre>
 */
@NullMarked
package org.braid.link.chain;

import org.jspecify.annotations.NullMarked;
