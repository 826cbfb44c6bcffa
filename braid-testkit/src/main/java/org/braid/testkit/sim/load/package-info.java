/**
 * What the users of a simulated world do: threads that send, handlers that answer, refuse, keep and throw, and the ledger of what must come of it. Uses the runtime as any program does.
 */
@NullMarked
package org.braid.testkit.sim.load;

import org.jspecify.annotations.NullMarked;
