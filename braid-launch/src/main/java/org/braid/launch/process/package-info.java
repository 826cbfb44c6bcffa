/** Ranks as processes: their command lines, their control pipes, their outputs, their ends. Knows how each is started; must not know what becomes of a job when one ends. */
@NullMarked
package org.braid.launch.process;

import org.jspecify.annotations.NullMarked;
