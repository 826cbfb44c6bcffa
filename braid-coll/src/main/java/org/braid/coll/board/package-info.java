/**
 * Memory that all members of a communicator share: what each shows, who has seen it, and who sleeps until somebody has. Knows words and bytes; must not know schedules, messages, or how anybody waits.
 */
@NullMarked
package org.braid.coll.board;

import org.jspecify.annotations.NullMarked;
