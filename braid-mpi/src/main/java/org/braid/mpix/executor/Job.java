package org.braid.mpix.executor;

import java.util.concurrent.CompletableFuture;

/**
 * A task that was submitted, and what will become of it.
 *
 * @param task serialized when it was submitted, so that what it captures may change afterwards
 * @param anywhere whether any rank may run it, also after the one that was to has gone
 */
record Job(byte[] task, CompletableFuture<Object> result, boolean anywhere) {}
