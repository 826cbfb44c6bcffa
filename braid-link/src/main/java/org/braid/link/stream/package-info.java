/**
 * The sending ends of streams, and links, which go by them: order, outbox, credit, and the hand-over from lane to lane. Knows peers and the lanes that are found for them; how lanes are chosen, what long messages
 * do and what handlers are is unknown here.
 */
@NullMarked
package org.braid.link.stream;

import org.jspecify.annotations.NullMarked;
