/**
 * Who does what in a collective access of a file: which rank serves which part of it, what of that each round is about, and what pieces of all ranks make together (two-phase I/O; del Rosario, Bordawekar and Choudhary 1993, Thakur, Gropp and Lusk
 * 1999). Pure. Knows ranges of a file and ranks as numbers; must not know files, messages or user memory.
 */
@NullMarked
package org.braid.mpi.file.plan;

import org.jspecify.annotations.NullMarked;
