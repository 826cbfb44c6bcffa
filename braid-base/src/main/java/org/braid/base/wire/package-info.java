/**
 * What travels, as bytes and as texts: frames, typed put and get buffers, descriptor tables, startpoints, hellos, method
 * expressions and policies, each with the limits within which it is believed.
 *
 * <p>Knows layouts and grammars (drawn in {@code docs/wire.md}, {@code docs/methods.md}). Must not know sockets, threads, clocks,
 * nor what any method, handler or endpoint does. Everything that comes from outside is checked here, length before allocation.
 */
@NullMarked
package org.braid.base.wire;

import org.jspecify.annotations.NullMarked;
