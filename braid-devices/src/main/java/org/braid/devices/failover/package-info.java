/** The compound {@code failover}: the first of its methods that has not failed lately. Pure. */
@NullMarked
package org.braid.devices.failover;

import org.jspecify.annotations.NullMarked;
