/**
 * Knows how the frames of one stream are put in order whose lane does not, or that come by several lanes. Pure: no lane, socket, clock, thread or frame format. What a pipe's lane remembers is
 * {@code org.braid.pipe.log}'s.
 */
@NullMarked
package org.braid.link.stream;

import org.jspecify.annotations.NullMarked;
