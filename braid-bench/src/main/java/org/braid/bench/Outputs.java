package org.braid.bench;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where results go beside standard output.
 *
 * @param json what ran where and when, and every sample; null for nowhere
 * @param curve a picture of the curves, where those are measured; null for nowhere
 */
public record Outputs(@Nullable Path json, @Nullable Path curve) {}
