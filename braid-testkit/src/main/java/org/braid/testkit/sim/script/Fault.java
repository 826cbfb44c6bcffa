package org.braid.testkit.sim.script;

/** What a world does to the runtime. Each world switches a random subset on; a build in which one never struck has said nothing about it. */
public enum Fault {
    /** A message is to be sent from memory that is closed. */
    CLOSED_MEMORY_SENT,
    /** A message is to be sent from memory that only another thread may touch. */
    FOREIGN_MEMORY_SENT,
    /** A message is said to be longer than its memory. */
    SHORT_MEMORY_SENT,
    /** Memory is closed while a long message is being fetched from it. */
    SENT_MEMORY_CLOSED,
    /** A long message is to be received into closed memory. */
    CLOSED_MEMORY_FILLED,
    /** A long message is to be received into memory that only another thread may touch. */
    FOREIGN_MEMORY_FILLED,
    /** A long message is to be received into memory that may only be read. */
    READ_ONLY_MEMORY_FILLED,
    /** Memory is closed while a long message is being received into it. */
    FILLED_MEMORY_CLOSED,
    /** A handler throws. */
    HANDLER_THROWS,
    /** Whoever wants to be told of failures throws when it is. */
    LISTENER_THROWS,
    /** The operating system refuses to read a peer's memory, at any piece. */
    GET_REFUSED,
    /** A peer's segment cannot be mapped. */
    SEGMENT_REFUSED,
    /** There is no more memory outside the heap for a while. */
    DIRECT_MEMORY_ENDS,
    /** A user's operator throws in a collective. */
    OPERATOR_THROWS,
    /** A thread sits inside a lane for a while. */
    LANE_OCCUPIED,
    /** A lane takes nothing more, and its stream has to go on by another one. */
    LANE_BREAKS,
    /** Somebody changes the method of a stream while messages are under way. */
    MOVED_BY_HAND,
    /** A pipe takes fewer bytes than it has room for. */
    PARTIAL_WRITE,
    /** Bytes take much longer than usual, and those behind them. */
    STALL,
    /** Nobody hears a call. */
    LOST_CALL,
    /** A connection breaks, maybe in the middle of a frame; both ends are told. */
    CUT,
    /** A connection falls silent; nobody is told. */
    SILENT_CUT,
    /** One end is told that the connection broke; the other one believes in it. */
    HALF_OPEN,
    /** A byte is replaced by another one on its way. */
    GARBAGE,
    /** A process computes, and polls nothing for a while. */
    NOBODY_POLLS,
    /** A process ends without a word. */
    KILL
}
