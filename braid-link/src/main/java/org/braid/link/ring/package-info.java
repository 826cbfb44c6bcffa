/** Rings of frames in memory that two parties share. Knows memory and the frame header; who shares the memory, and why, is unknown here. */
@NullMarked
package org.braid.link.ring;

import org.jspecify.annotations.NullMarked;
