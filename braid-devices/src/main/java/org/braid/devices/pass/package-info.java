/** The device {@code pass}: does nothing, and shows what a chain costs. */
@NullMarked
package org.braid.devices.pass;

import org.jspecify.annotations.NullMarked;
