/** What the doorbell promises. */
@NullMarked
package org.braid.link.spi;

import org.jspecify.annotations.NullMarked;
