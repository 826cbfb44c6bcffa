/**
 * What Braid has beyond MPI's own interface: generalized communicators (Demaine, Foster, Kesselman and Snir, "Generalized Communicators in the Message Passing Interface"). A {@link org.braid.mpix.LocalComm} is a
 * communication port: it has send slots and receive slots, is made without anybody else, and is known to others by a {@link org.braid.mpix.CommName} that travels in messages. Everything of package {@code mpi} that takes a
 * communicator takes one. And what MPI-4 has beyond the families of package {@code mpi}: {@linkplain org.braid.mpix.Session sessions}, {@linkplain org.braid.mpix.Tools tools}, {@linkplain org.braid.mpix.LargeCount large counts}. And what programs of today expect of a Java library:
 * {@linkplain org.braid.mpix.Futures futures}, {@linkplain org.braid.mpix.Scope scopes}, {@linkplain org.braid.mpix.Receive receives} sized by their message. Knows package {@code mpi} and what it stands on; nothing knows it.
 */
@NullMarked
package org.braid.mpix;

import org.jspecify.annotations.NullMarked;
