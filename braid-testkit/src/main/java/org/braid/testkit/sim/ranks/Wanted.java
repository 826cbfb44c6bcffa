package org.braid.testkit.sim.ranks;

import java.lang.foreign.MemorySegment;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.p2p.LcoSlots;
import org.braid.mpi.p2p.Request;
import org.braid.testkit.sim.machine.Pattern;
import org.braid.testkit.sim.machine.UserMemory;
import org.jspecify.annotations.Nullable;

/** One receive: what it asks for, where it puts it, and which message it has met. */
final class Wanted {
    final int source;
    final int tag;
    final int type;

    /** Null for one that takes a message of any length. */
    final @Nullable UserMemory memory;

    private @Nullable Request request;
    private @Nullable Sent met;

    Wanted(int source, int tag, int type, @Nullable UserMemory memory) {
        this.source = source;
        this.tag = tag;
        this.type = type;
        this.memory = memory;
    }

    /** The call has returned. */
    void started(Request with) {
        request = with;
    }

    /** Null as long as the call has not returned. */
    @Nullable Request request() {
        return request;
    }

    /** Whether it names the source and the tag of this message. */
    boolean wants(Sent message) {
        return asks(source, tag, message);
    }

    /** Whether a receive or a probe of this source and this tag names those of a message. */
    static boolean asks(int source, int tag, Sent message) {
        return (source == LcoSlots.ANY || source == message.from.index()) && (tag == LcoSlots.ANY || tag == message.tag);
    }

    void met(Sent message) {
        met = message;
        if (memory != null && memory.kind().refusesToBeFilled()) {
            message.excuse();
        }
    }

    /** The message that it has met; null if none, or none yet. */
    @Nullable Sent met() {
        return met;
    }

    /** What MPI must say of it; null if it must be well. */
    @Nullable ErrorClass expected(Sent message) {
        if (type != 0 && message.type != 0 && type != message.type && message.bytes > 0) {
            return ErrorClass.TYPE;
        }
        return memory != null && message.bytes > memory.bytes() ? ErrorClass.TRUNCATE : null;
    }

    /** Whether it may have failed for its memory. */
    boolean mayRefuse(MpiFailure failure) {
        return memory != null && memory.kind().refusesToBeFilled() && failure.errorClass() == ErrorClass.BUFFER;
    }

    /** How many bytes of its message must be there. */
    int moved(Sent message) {
        return expected(message) == ErrorClass.TYPE ? 0 : memory == null ? message.bytes : Math.min(message.bytes, memory.bytes());
    }

    /** The first byte that is not the message's, or -1. */
    long mismatch(Sent message, @Nullable Object base) {
        int moved = moved(message);
        if (memory != null) {
            return memory.mismatch(message.salt, moved);
        }
        return base instanceof byte[] whole && whole.length == moved ? Pattern.mismatch(MemorySegment.ofArray(whole), 0, message.salt, moved) : 0;
    }

    @Override
    public String toString() {
        return "receive(source=" + source + ", tag=" + tag + ", type=" + type + ", " + (memory == null ? "whole" : memory.kind() + " of " + memory.bytes() + " B") + ")";
    }
}
