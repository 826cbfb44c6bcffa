/**
 * The method {@code tcp}: one non-blocking connection for each lane, made on first use and made again whenever it breaks. A thin driver: lanes, proofs and replay are {@code org.braid.pipe}'s, channels
 * {@code org.braid.transports.socket}'s, addresses and ports {@code org.braid.transports.inet}'s.
 *
 * <p>Knows that its connections are not protected; must not know other transports, ranks, tags or what a handler does.
 */
@NullMarked
package org.braid.transports.tcp;

import org.jspecify.annotations.NullMarked;
