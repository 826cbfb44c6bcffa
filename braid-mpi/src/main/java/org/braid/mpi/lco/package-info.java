/**
 * Local communicator objects, which send through slots, receive at slots and look for messages (generalized-communicators, sections 3 to 5). Knows slots, inboxes and how a call waits; must
 * not know collectives, who connects objects to communicators, or why what it waits for may never come.
 */
@NullMarked
package org.braid.mpi.lco;

import org.jspecify.annotations.NullMarked;
