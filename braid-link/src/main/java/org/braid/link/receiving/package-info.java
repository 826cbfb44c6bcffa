/**
 * The receiving ends of streams: the lane by which each comes now, how much of the last one was accepted, and the credit that its sender is given. Knows neither messages nor handlers, nor who sends.
 */
@NullMarked
package org.braid.link.receiving;

import org.jspecify.annotations.NullMarked;
