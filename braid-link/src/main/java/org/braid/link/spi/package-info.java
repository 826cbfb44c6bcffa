/** What a transport supplies and what it may ask of the link layer. Transports are unknown to each other and to everything above. */
@NullMarked
package org.braid.link.spi;

import org.jspecify.annotations.NullMarked;
