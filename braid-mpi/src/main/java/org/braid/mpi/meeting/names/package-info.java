/** Names of services (MPI 4.1, section 11.9.4): those of this user on this host, and those that a family of jobs has on all of its hosts. Knows files and the register of the family; must not know what a port is. */
@NullMarked
package org.braid.mpi.meeting.names;

import org.jspecify.annotations.NullMarked;
