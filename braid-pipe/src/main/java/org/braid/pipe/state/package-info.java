/**
 * Knows in which states a lane's connection can be, and what leads from one to the next: when to connect, to try again, to give up, and when all is delivered. Pure: fed with events and a {@code nowNs};
 * must not know how bytes travel.
 */
@NullMarked
package org.braid.pipe.state;

import org.jspecify.annotations.NullMarked;
