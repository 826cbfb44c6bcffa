package org.braid.mpix;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Supplier;
import mpi.Comm;
import mpi.Datatype;
import mpi.Freeable;
import mpi.Group;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;
import mpi.Status;
import org.braid.base.BraidException;
import org.braid.mpi.MpiProcess;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.lco.Lco;
import org.jspecify.annotations.Nullable;

/** What package {@code mpi} shows to this one alone, for classes here that are no communicators. */
final class Inside extends Comm {
    private Inside(Lco object) {
        super(object);
    }

    /** MPI in this process, which has been started and not ended. */
    static MpiProcess mpi() {
        return process();
    }

    /** What tells a datatype's size and bounds in longs. */
    static TypeMap map(String call, Datatype type) {
        return mapOf(call, type);
    }

    static void join(Throwable beginning) {
        joinSession(beginning);
    }

    static @Nullable MPIException leave(Throwable beginning) {
        return leaveSession(beginning);
    }

    static @Nullable String predefined(Freeable handle) {
        return nameOfPredefined(handle);
    }

    static List<String> processSets() {
        return psets();
    }

    static @Nullable Group group(String pset) {
        return groupOf(pset);
    }

    static Request send(String call, Comm to, MemorySegment buf, long count, Datatype type, int dest, int tag, boolean synchronous) {
        return sendLarge(call, to, buf, count, type, dest, tag, synchronous);
    }

    static Request receive(String call, Comm from, MemorySegment buf, long count, Datatype type, int source, int tag) {
        return receiveLarge(call, from, buf, count, type, source, tag);
    }

    static void attach(String call, MemorySegment buffer) {
        attachLarge(call, buffer);
    }

    static void buffered(String call, Comm to, MemorySegment buf, long count, Datatype type, int dest, int tag) {
        sendBufferedLarge(call, to, buf, count, type, dest, tag);
    }

    static Status receive(String call, Message found, MemorySegment buf, long count, Datatype type) {
        return receiveLarge(call, found, buf, count, type);
    }

    static Request start(String call, Message found, MemorySegment buf, long count, Datatype type) {
        return startLarge(call, found, buf, count, type);
    }

    static Request sendReceive(
            String call, Comm comm, MemorySegment sendbuf, long sendcount, Datatype sendtype, int dest, int sendtag, MemorySegment recvbuf, long recvcount, Datatype recvtype, int source, int recvtag) {
        return sendReceiveLarge(call, comm, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, false);
    }

    static Request replace(String call, Comm comm, MemorySegment buf, long count, Datatype type, int dest, int sendtag, int source, int recvtag) {
        return sendReceiveLarge(call, comm, buf, count, type, dest, sendtag, buf, count, type, source, recvtag, true);
    }

    static Status whole(Message found, MemorySegment memory, long count, Datatype type) {
        return receiveWhole(found, memory, count, type);
    }

    static Object[] objects(Message found) {
        return receiveObjects(found);
    }

    static MPIException failure(ErrorClass errorClass, String what, String why, String whatToDo) {
        return exceptionOf(new MpiFailure(errorClass, what, why, whatToDo));
    }

    /** The argument, which may not be null; {@code what} names the call and the argument. */
    static <T> T given(@Nullable T argument, ErrorClass errorClass, String what) {
        if (argument == null) {
            throw failure(errorClass, what + " is missing", "it is null", "Give one");
        }
        return argument;
    }

    /** Of something else that was thrown. */
    static MPIException failure(String what, Throwable cause) {
        return exceptionOf(new MpiFailure(ErrorClass.CALLBACK, what, String.valueOf(cause), "See the cause", cause));
    }

    static <T> T checked(Supplier<T> call) {
        try {
            return call.get();
        } catch (BraidException e) {
            throw exceptionOf(e);
        }
    }
}
