/** Signals: those that this process gets, and those that it sends to process groups, which Java cannot do by itself. Knows the system's shell; must not know ranks. */
@NullMarked
package org.braid.launch.signal;

import org.jspecify.annotations.NullMarked;
