/**
 * Files that several ranks use together (MPI 4.1, chapter 14): opening and closing, views, pointers, settings; and which way an access goes. Knows the rooms below and the making of communicators; must not know what else the façade keeps with a file.
 *
 * <pre>
 *   view     plan            what is seen of a file, who serves which part of it: pure
 *      disk     shared       channels and what fails there | the shared pointer and the lock
 *      collective            what all ranks do together
 *   file                     one open file at one rank
 * </pre>
 */
@NullMarked
package org.braid.mpi.file;

import org.jspecify.annotations.NullMarked;
