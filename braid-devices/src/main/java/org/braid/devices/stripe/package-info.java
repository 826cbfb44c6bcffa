/** The compound {@code stripe}: all of its methods at once. Pure. */
@NullMarked
package org.braid.devices.stripe;

import org.jspecify.annotations.NullMarked;
