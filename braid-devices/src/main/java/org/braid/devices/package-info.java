/** What several devices need. Each device has a package of its own, knows the SPI of {@code braid-link} and no transport, and is found by {@link java.util.ServiceLoader} alone. */
@NullMarked
package org.braid.devices;

import org.jspecify.annotations.NullMarked;
