/**
 * Polling and waiting: one unified poll over everything that can bring something (nexus-multimethod, section 3.4), the token of who polls, sleep, and the background thread. Knows rings, ports, chains and work in
 * hand as such; peers, streams, handlers and long messages are unknown here.
 */
@NullMarked
package org.braid.link.progress;

import org.jspecify.annotations.NullMarked;
