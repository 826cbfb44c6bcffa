/**
 * The device {@code lz4}: payloads that become shorter go compressed. The one package that knows the library.
 *
 * <pre>
 *   byte 0          1                    4
 *  +---------------+--------------------+- - - - -
 *  | how: 0 as is, | payload's length   | the payload, or an LZ4 block
 *  |      1 LZ4    | u24, little-endian |
 *  +---------------+--------------------+- - - - -
 *   an empty payload stays empty
 * </pre>
 */
@NullMarked
package org.braid.devices.lz4;

import org.jspecify.annotations.NullMarked;
