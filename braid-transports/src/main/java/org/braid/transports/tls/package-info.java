/**
 * The method {@code tls}: TCP whose bytes go through the JDK's TLS 1.3, with certificates of the job on both ends. A thin driver: lanes, proofs and replay are {@code org.braid.pipe}'s, channels
 * {@code org.braid.transports.socket}'s.
 *
 * <p>Knows engines and certificates; must not know other transports, who makes certificates, ranks, tags or what a handler does.
 */
@NullMarked
package org.braid.transports.tls;

import org.jspecify.annotations.NullMarked;
