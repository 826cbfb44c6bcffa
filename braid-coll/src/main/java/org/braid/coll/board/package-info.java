/**
 * Memory that the members of a communicator on one host share: who gives it, what each shows, in which calls, who has seen it, and who sleeps until somebody has. Knows words and bytes; must not know schedules, messages, or how anybody waits.
 */
@NullMarked
package org.braid.coll.board;

import org.jspecify.annotations.NullMarked;
