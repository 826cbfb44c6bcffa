/** By which stores memory is written that other cores read. */
@NullMarked
package org.braid.base.memory.stores;

import org.jspecify.annotations.NullMarked;
