/** The device {@code profile}: counts and times what passes. */
@NullMarked
package org.braid.devices.profile;

import org.jspecify.annotations.NullMarked;
