package org.braid.link.spi;

/**
 * Feedback about one lane (nexus-multimethod, section 2.2: feedback is specific to a method), as a user may print it.
 *
 * @param name what is counted, in the method's own words
 * @param value since the lane was made; another thread may be counting on
 */
public record LaneCounter(String name, long value) {}
