package org.braid.mpix.executor;

import java.io.Serializable;
import java.util.concurrent.Callable;

/**
 * What runs on another rank: a lambda expression will do. It travels as an object does, with what it captures, and so does its result; the filter of objects applies to both.
 *
 * @param <T> the result, which is serializable, or null
 */
@FunctionalInterface
public interface RankTask<T> extends Callable<T>, Serializable {}
