/**
 * The method {@code unix}: connections of one host, by sockets that have a path in place of an address. The system says who is at the other end, so only processes of the same user are heard; they prove
 * themselves as over any pipe. A thin driver: lanes, proofs and replay are {@code org.braid.pipe}'s, channels {@code org.braid.transports.socket}'s.
 *
 * <p>Knows paths, private directories and users; must not know other transports, ranks, tags or what a handler does.
 */
@NullMarked
package org.braid.transports.unix;

import org.jspecify.annotations.NullMarked;
