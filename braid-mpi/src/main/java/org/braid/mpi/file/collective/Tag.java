package org.braid.mpi.file.collective;

/** What a message between the ranks of a file is about. */
enum Tag {
    /** Words that all tell all. */
    WORDS,
    /** Which pieces a rank brings or wants. */
    PIECES,
    /** Their data. */
    DATA
}
