/** What processes need that meet with nothing in common but a socket of their programs (MPI 4.1, section 11.10.5): its options for a while, what is under way in it, and a key. Knows the JDK's sockets and cryptography; must not know what is said through the socket. */
@NullMarked
package org.braid.mpi.meeting.socket;

import org.jspecify.annotations.NullMarked;
