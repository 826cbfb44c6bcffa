/** Which steps of a long schedule may start, with memory for those under way alone. Knows schedules; must not know what a step does, nor the network. */
@NullMarked
package org.braid.coll.engine.window;

import org.jspecify.annotations.NullMarked;
