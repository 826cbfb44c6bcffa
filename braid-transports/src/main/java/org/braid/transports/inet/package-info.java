/**
 * What transports over TCP have in common: addresses and how they are written, ports, interfaces, the options of sockets, and a port that makes a byte pipe of each connection, with whatever
 * {@link org.braid.transports.inet.Protection} the transport lays around it.
 *
 * <p>Must not know the transports that use it.
 */
@NullMarked
package org.braid.transports.inet;

import org.jspecify.annotations.NullMarked;
