/** A network in one thread, under a clock that the test turns: what the lanes of this module run over here, and what they bring. */
@NullMarked
package org.braid.pipe.fake;

import org.jspecify.annotations.NullMarked;
