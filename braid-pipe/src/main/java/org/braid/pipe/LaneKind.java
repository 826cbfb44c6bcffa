package org.braid.pipe;

import org.braid.pipe.driver.TimeAndChance;
import org.braid.pipe.hello.Handshakes;
import org.braid.pipe.log.LogBudget;

/**
 * What all lanes of one port have in common.
 *
 * @param method the transport's name
 * @param budget bounds the memory of their replay logs
 * @param handshakes how they prove themselves
 * @param time what they live in
 */
record LaneKind(String method, LogBudget budget, Handshakes handshakes, TimeAndChance time) {}
