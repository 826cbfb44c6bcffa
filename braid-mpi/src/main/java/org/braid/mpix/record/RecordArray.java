package org.braid.mpix.record;

import java.lang.foreign.MemorySegment;
import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;
import mpi.MPIException;
import org.braid.mpi.failure.ErrorClass;

/**
 * Records that lie one after the other in memory, as an array of structs does. A list of fixed size over it: what is received into {@link #memory} is what {@link #get} gives, and what {@link #set} puts there is sent.
 *
 * @param <R> the record
 */
public final class RecordArray<R extends Record> extends AbstractList<R> implements RandomAccess {
    private final RecordLayout<R> layout;
    private final MemorySegment memory;
    private final int count;

    RecordArray(RecordLayout<R> layout, MemorySegment memory, int count) {
        this.layout = layout;
        this.memory = memory;
        this.count = count;
    }

    /** The buffer to give to calls of MPI, with the type's datatype. */
    public MemorySegment memory() {
        return memory;
    }

    /** The buffer from record {@code index} on: where a call is to begin in the middle. */
    public MemorySegment memory(int index) {
        return memory.asSlice(Objects.checkIndex(index, count + 1) * layout.layout().byteSize());
    }

    /**
     * The record at this place, made anew at each call. What its constructor throws is thrown.
     *
     * @throws MPIException ERR_BUFFER if the memory was closed with its arena, or belongs to another thread
     */
    @Override
    public R get(int index) {
        int place = Objects.checkIndex(index, count);
        try {
            return layout.read(memory, place * layout.layout().byteSize());
        } catch (IllegalStateException | WrongThreadException thrown) {
            throw outOfReach("record " + index + " of an array cannot be got", thrown);
        }
    }

    /**
     * Puts a record at this place; the one that was there.
     *
     * @throws MPIException as {@link #get} and {@link #put}
     */
    @Override
    public R set(int index, R value) {
        R before = get(index);
        put(index, value);
        return before;
    }

    /**
     * As {@link #set}, without a look at what was there.
     *
     * @throws MPIException ERR_ARG if the record, or an array or record in it, is null, or if an array has another length than declared: part of the record may be written then; ERR_BUFFER if the memory is read-only, was closed with its arena, or belongs to another thread
     */
    public void put(int index, R value) {
        int place = Objects.checkIndex(index, count);
        if (value == null) {
            throw Unfit.because(ErrorClass.ARG, "record " + index + " of an array cannot be set", "it is null, and memory has no null", "Give a record");
        }
        if (memory.isReadOnly()) {
            throw Unfit.because(ErrorClass.BUFFER, "record " + index + " of an array cannot be set", "its memory is read-only", "Make the array over memory that may be written; what is read-only can be sent");
        }
        try {
            layout.write(memory, place * layout.layout().byteSize(), value);
        } catch (IllegalArgumentException | NullPointerException unfit) {
            throw Unfit.because(ErrorClass.ARG, "record " + index + " of an array cannot be set", String.valueOf(unfit.getMessage()), "Give records without null, whose arrays have the declared lengths");
        } catch (IllegalStateException | WrongThreadException thrown) {
            throw outOfReach("record " + index + " of an array cannot be set", thrown);
        }
    }

    /** What the JDK throws of memory that this thread does not reach. A record's own code may throw the same, and then it stays as it is. */
    private RuntimeException outOfReach(String what, RuntimeException thrown) {
        if (!memory.scope().isAlive()) {
            return Unfit.because(ErrorClass.BUFFER, what, "its memory was closed with its arena", "Use the array for as long as the arena is open");
        }
        if (!memory.isAccessibleBy(Thread.currentThread())) {
            return Unfit.because(ErrorClass.BUFFER, what, "its memory belongs to another thread", "Use it in the thread that has opened the arena, or take memory from Arena.ofShared() or Arena.ofAuto()");
        }
        return thrown;
    }

    @Override
    public int size() {
        return count;
    }
}
