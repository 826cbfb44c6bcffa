/**
 * What the runtimes of two contexts say to each other beside messages: introductions, farewells, what has been handled. Knows the peer as somebody to talk to; by which streams it is reached is unknown here.
 */
@NullMarked
package org.braid.link.control;

import org.jspecify.annotations.NullMarked;
