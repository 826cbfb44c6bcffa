/**
 * The device {@code chaos}: what can go wrong with a lane, by chance that a seed repeats. The sending end kills and stalls the lane; the receiving end does to frames what a stream must survive, so that both ends'
 * counts stay one to one and a lane can hand back what it was given.
 */
@NullMarked
package org.braid.devices.chaos;

import org.jspecify.annotations.NullMarked;
