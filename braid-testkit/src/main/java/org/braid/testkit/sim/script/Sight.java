package org.braid.testkit.sim.script;

/** What a world's users may see happen. A build in which one never did has said nothing about it. */
public enum Sight {
    /** A message was taken at once. */
    TAKEN,
    /** A lane was full. */
    FULL,
    /** The peer had granted no more. */
    NO_CREDIT,
    /** A message was too long for one piece. */
    TOO_LONG,
    /** The peer had ended. */
    CLOSED,
    /** A message was started, and free at once. */
    STARTED_FREE,
    /** A message was started, and its data stayed with the sender. */
    STARTED_OFFERED,
    /** Memory refused to be read, and the call said so. */
    CALL_REFUSED,
    /** A send failed after it was started. */
    SEND_FAILED,
    /** A receive failed. */
    RECEIVE_FAILED,
    /** A short message was handled. */
    HANDLED_SHORT,
    /** A long message was fetched for its handler. */
    HANDLED_FETCHED,
    /** A handler went on to the next request of a run. */
    HANDLED_IN_RUN,
    /** An offer was pulled whole. */
    PULLED_WHOLE,
    /** An offer was pulled in part. */
    PULLED_PART,
    /** An offer was pulled, and nothing of it wanted. */
    PULLED_NOTHING,
    /** An offer was refused. */
    REFUSED,
    /** An offer was kept, and pulled later. */
    PULLED_LATER,
    /** A payload was grabbed, and released later. */
    GRABBED,
    /** A handler answered with a short message. */
    ANSWERED_SHORT,
    /** A handler answered with a long one. */
    ANSWERED_LONG,
    /** A handler could not answer: too much waited already. */
    ANSWER_REFUSED,
    /** A stream was moved to a lane with devices above it. */
    MOVED_TO_CHAIN,
    /** A stream was moved to several lanes at once. */
    MOVED_TO_STRIPE,
    /** A stream was moved to several lanes at once that break until no way is left. */
    MOVED_TO_BROKEN_STRIPE,
    /** A message of MPI left in the call. */
    SENT_AT_ONCE,
    /** A message of MPI stayed with its sender when the call returned. */
    SENT_LATER,
    /** A message of MPI was to be met before its send ends. */
    SENT_SYNCHRONOUSLY,
    /** A rank sent to itself. */
    SENT_TO_ITSELF,
    /** A send of MPI ended well. */
    SEND_ENDED,
    /** A send of MPI was refused, since its receiver had ended. */
    SEND_LOST_ITS_PEER,
    /** A receive was posted before its message came. */
    RECEIVE_WAITS,
    /** A receive met a message that had come before it, or nobody. */
    RECEIVE_MET_EARLY,
    /** A receive of one source and tag ended well. */
    RECEIVED,
    /** A receive of any source ended well. */
    RECEIVED_FROM_ANY,
    /** A receive of any tag of one source ended well. */
    RECEIVED_ANY_TAG,
    /** A receive of any length ended well. */
    RECEIVED_WHOLE,
    /** A receive met a message that was longer than its buffer. */
    RECEIVE_TRUNCATED,
    /** A receive met a message of another type. */
    TYPES_DIFFERED,
    /** A receive ended because nobody could send any more. */
    RECEIVE_LOST_ITS_PEER,
    /** A probe showed a message. */
    PROBED,
    /** A probe showed nothing. */
    PROBED_IN_VAIN,
    /** A matched probe took a message out. */
    PROBE_TOOK,
    /** A receive was taken back. */
    CANCELLED,
    /** A receive that was to be taken back had met a message. */
    CANCELLED_TOO_LATE,
    /** A collective was started. */
    COLLECTIVE_STARTED,
    /** A collective ended well. */
    COLLECTIVE_ENDED,
    /** A collective failed at the rank whose operator had thrown in it. */
    OPERATOR_HAS_FAILED,
    /** A collective failed since another rank had called it, or an earlier one, off. */
    TOLD_OF_CALLING_OFF,
    /** A collective failed since a rank had ended, or memory. */
    COLLECTIVE_LOST_ITS_PEER,
    /** A rank that had heard of a death looked at nothing any more. */
    STOPPED_LOOKING,
    /** A collective of more segments than may be under way ended well. */
    LOOP_ENDED,
    /** One failed at the rank whose operator had thrown in one of its rounds. */
    OPERATOR_HAS_FAILED_IN_A_LOOP,
    /** One failed since a rank had ended, or memory. */
    LOOP_LOST_ITS_PEER,
    /** A rank ended itself, since order was lost for want of memory. */
    ABORTED,
    /** A call, a transfer or a poll has failed for want of memory outside the heap, and has said so. */
    FAILED_FOR_WANT_OF_MEMORY,
    /** The background thread of a process slept on its doorbell. */
    BACKGROUND_SLEPT,
    /** A call slept on the doorbell of its process. */
    CALL_SLEPT,
    /** One who slept was woken by a ring. */
    RUNG,
    /** A context said something by a lane of which its peer may not have heard, and closed. */
    SAID_AT_LAST,
    /** Memory of another context was accessed by the initiator's own thread. */
    ACCESSED_DIRECTLY,
    /** An access to another context's memory was begun, for frames to bring. */
    ACCESSED_BY_FRAMES,
    /** A handler was notified of a put, whose data was there. */
    PUT_NOTIFIED,
    /** An access was under way when its initiator closed its end of the region, and came to its own end. */
    ACCESSED_BEFORE_CLOSE,
    /** A region was withdrawn while others had accesses under way. */
    WITHDRAWN_UNDER_ACCESSES,
    /** An access was refused, since its region was withdrawn. */
    ACCESS_REFUSED,
    /** A peer was seen to fail. */
    PEER_FAILED,
    /** A communicator was copied. */
    COPIED,
    /** A context was closed, and everything had been sent. */
    CLOSED_WHOLE,
    /** A context was closed, and something had to be given up. */
    CLOSED_INCOMPLETE
}
