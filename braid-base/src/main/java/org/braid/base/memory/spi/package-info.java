/** What other layers supply that is user memory, too, and that {@link org.braid.base.memory.Memory} copies like any other; and how layers that talk to channels see long memory. Knows native memory alone; must not know how anybody lays out bytes. */
@NullMarked
package org.braid.base.memory.spi;

import org.jspecify.annotations.NullMarked;
