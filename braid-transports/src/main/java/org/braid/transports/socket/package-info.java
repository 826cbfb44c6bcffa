/**
 * Knows non-blocking channels of the JDK and makes {@link org.braid.pipe.driver.BytePipe}s of them, and where a process with open channels sleeps. What {@code tcp} and {@code unix} share; must not know
 * either.
 */
@NullMarked
package org.braid.transports.socket;

import org.jspecify.annotations.NullMarked;
