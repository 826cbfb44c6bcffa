/**
 * An object stream in pieces, on its way from one process to another while it is written: head, pieces and answers (docs/decisions/streamed-objects.md); or to all members of a group, each piece a broadcast. Knows local communicator objects and
 * their requests; must not know what the bytes of a piece mean, datatypes, or which call sends.
 *
 * <pre>
 *   sender   ── head: name of its object | first piece ──> communicator      matched as any message is
 *   reader   ── 2 pieces may come | name of its object ──> sender's object
 *   sender   ── piece, piece, … ──> reader's object                          tag: more, last, or the end in an error
 *   reader   ── 1 or 2 more may come, or stop ──> sender's object            one for each piece but the last
 * </pre>
 */
@NullMarked
package org.braid.mpi.objects.stream;

import org.jspecify.annotations.NullMarked;
