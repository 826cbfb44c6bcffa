/**
 * The device {@code checksum}: whatever is damaged below it is refused.
 *
 * <pre>
 *   payload … | CRC32C of header and payload i32
 * </pre>
 */
@NullMarked
package org.braid.devices.checksum;

import org.jspecify.annotations.NullMarked;
