/**
 * Ranks that are threads of one JVM: the classes of a rank, the system as they see it, whose output is whose. Knows class files and streams; must not know jobs, nor how a rank joins one.
 */
@NullMarked
package org.braid.boot.threads;

import org.jspecify.annotations.NullMarked;
