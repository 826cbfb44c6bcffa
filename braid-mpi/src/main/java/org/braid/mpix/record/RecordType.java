package org.braid.mpix.record;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.UserFunction;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.data.reduction.OfOneType;
import org.braid.mpi.failure.ErrorClass;
import org.jspecify.annotations.Nullable;

/**
 * A Java record as a datatype. Its components, which are primitives, records, or arrays of primitives of a declared {@linkplain Length length}, lie in memory as the members of a C struct do: in their order, each
 * aligned to its size, with padding behind the last one up to the largest alignment.
 *
 * <pre>
 *   record Particle(&#64;Length(3) double[] position, int charge) {}
 *
 *   RecordType&lt;Particle&gt; particle = RecordType.of(Particle.class);
 *   RecordArray&lt;Particle&gt; mine = particle.copyOf(List.of(…));
 *   RecordArray&lt;Particle&gt; all = particle.allocate(n * size);
 *   comm.allGather(mine.memory(), n, particle.datatype(), all.memory(), n, particle.datatype());
 *   for (Particle each : all) …
 * </pre>
 *
 * <p>The memory is a buffer like any other, so every call takes it: messages, collectives, persistent and partitioned ones, windows, files. Padding does not travel. A record type may be used by several threads.
 *
 * @param <R> the record
 */
public final class RecordType<R extends Record> {
    private final RecordLayout<R> layout;
    private final Datatype datatype;

    private RecordType(RecordLayout<R> layout) {
        this.layout = layout;
        this.datatype = datatypeOf(layout);
    }

    /**
     * The type of a record class. Each call makes one anew, so keep it.
     *
     * @throws MPIException ERR_TYPE if a component is of no such type, which the message names; or if the record cannot be read and made from here, since its module does not open its package
     */
    public static <R extends Record> RecordType<R> of(Class<R> type) {
        if (type == null) {
            throw Unfit.because(ErrorClass.TYPE, "there is no datatype of null", "the class of records is null", "Give a record's class");
        }
        try {
            return new RecordType<>(RecordLayout.of(type));
        } catch (IllegalArgumentException unfit) {
            throw Unfit.because(ErrorClass.TYPE, "there is no datatype of " + type.getName(), String.valueOf(unfit.getMessage()), "Change the record, or send it as MPI.OBJECT");
        }
    }

    private static Datatype datatypeOf(RecordLayout<?> layout) {
        List<RecordLayout.Block> blocks = layout.blocks();
        int[] lengths = blocks.stream().mapToInt(RecordLayout.Block::elements).toArray();
        int[] displacements = blocks.stream().mapToInt(RecordLayout.Block::atBytes).toArray();
        Datatype[] types = blocks.stream().map(block -> basic(block.basic())).toArray(Datatype[]::new);
        Datatype struct = Datatype.createResized(Datatype.createStruct(lengths, displacements, types), 0, (int) layout.layout().byteSize());
        struct.commit();
        struct.setName(layout.type().getSimpleName());
        return struct;
    }

    private static Datatype basic(Class<?> primitive) {
        return switch (primitive.getName()) {
            case "byte" -> MPI.BYTE;
            case "boolean" -> MPI.BOOLEAN;
            case "char" -> MPI.CHAR;
            case "short" -> MPI.SHORT;
            case "int" -> MPI.INT;
            case "long" -> MPI.LONG;
            case "float" -> MPI.FLOAT;
            case "double" -> MPI.DOUBLE;
            default -> throw new AssertionError(primitive);
        };
    }

    /** The committed datatype: its extent is that of the struct. */
    public Datatype datatype() {
        return datatype;
    }

    /** The layout of the struct, as the JDK's linker and other native code want it. */
    public StructLayout layout() {
        return layout.layout();
    }

    /** Bytes from one record of an array to the next. */
    public int extentBytes() {
        return (int) layout.layout().byteSize();
    }

    /**
     * An array of {@code count} records, all of whose bytes are 0, in memory that is given back by itself.
     *
     * @throws MPIException ERR_COUNT if {@code count} is negative; ERR_NO_MEM if there is not so much memory
     */
    public RecordArray<R> allocate(int count) {
        return allocate(Arena.ofAuto(), count);
    }

    /**
     * As {@link #allocate(int)}, in memory that ends with the arena.
     *
     * @throws MPIException ERR_COUNT if {@code count} is negative; ERR_BUFFER if the arena is null, was closed, or belongs to another thread; ERR_NO_MEM if it has not so much memory
     */
    public RecordArray<R> allocate(Arena arena, int count) {
        if (count < 0) {
            throw Unfit.because(ErrorClass.COUNT, "there is no array of " + count + " records", "the count is negative", "Give 0 or more");
        }
        if (arena == null) {
            throw Unfit.because(ErrorClass.BUFFER, "there is no memory for records", "the arena is null", "Give an arena, or none");
        }
        long bytes = (long) count * extentBytes();
        try {
            return new RecordArray<>(layout, arena.allocate(bytes, layout.layout().byteAlignment()), count);
        } catch (IllegalStateException | WrongThreadException closed) {
            throw Unfit.because(ErrorClass.BUFFER, "there is no memory for records", "the arena has none: " + closed.getMessage(), "Give an arena that is open, and this thread's");
        } catch (OutOfMemoryError full) {
            throw Unfit.because(ErrorClass.NO_MEMORY, "there is no memory for " + count + " records of " + extentBytes() + " bytes", String.valueOf(full.getMessage()), "Make a shorter array, or give the JVM more memory outside its heap (-XX:MaxDirectMemorySize)");
        }
    }

    /**
     * An array of these records, in memory of its own.
     *
     * @throws MPIException ERR_ARG if there is no list; and as {@link RecordArray#put}
     */
    public RecordArray<R> copyOf(List<? extends R> records) {
        if (records == null) {
            throw Unfit.because(ErrorClass.ARG, "records cannot be copied", "the list is null", "Give a list, or an empty one");
        }
        RecordArray<R> copy = allocate(records.size());
        for (int i = 0; i < copy.size(); i++) {
            copy.put(i, records.get(i));
        }
        return copy;
    }

    /**
     * An array of these records, in memory of its own.
     *
     * @throws MPIException as {@link #copyOf(List)}
     */
    @SafeVarargs
    public final RecordArray<R> copyOf(R... records) {
        if (records == null) {
            throw Unfit.because(ErrorClass.ARG, "records cannot be copied", "the array is null", "Give records, or none");
        }
        return copyOf(Arrays.asList(records));
    }

    /**
     * The records that lie in this memory, heap or native, aligned or not: as many as are whole. Nothing is copied.
     *
     * @throws MPIException ERR_BUFFER if it is null, or has room for more than 2^31 - 1 of them
     */
    public RecordArray<R> over(MemorySegment memory) {
        if (memory == null) {
            throw Unfit.because(ErrorClass.BUFFER, "there are no records to see", "the memory is null", "Give a segment");
        }
        long count = memory.byteSize() / extentBytes();
        if (count > Integer.MAX_VALUE) {
            throw Unfit.because(ErrorClass.BUFFER, "the memory cannot be seen as one array of records", "it has room for " + count + " of them", "Give a slice of it");
        }
        return new RecordArray<>(layout, memory, (int) count);
    }

    /**
     * An operation for reductions of such records: with {@link #datatype}, or with another one whose elements lie in the same way. A call with any other is refused with ERR_OP.
     *
     * @param combine left operand, right operand, result, which is not null (ERR_OP, in the reduction); may run in any thread that makes progress
     * @param commutes whether operands may change sides; if not, they are combined in the order of ranks
     */
    public Op operation(BinaryOperator<R> combine, boolean commutes) {
        if (combine == null) {
            throw Unfit.because(ErrorClass.OP, "there is no operation", "the function is null", "Give a function of two records");
        }
        return new Op(new Combining<>(layout, combine), commutes);
    }

    /** The program's function over elements that lie in buffers. */
    private static final class Combining<R extends Record> extends UserFunction implements OfOneType {
        private final RecordLayout<R> layout;
        private final BinaryOperator<R> combine;
        private volatile @Nullable TypeMap known; // the last one that was compared, and is right

        Combining(RecordLayout<R> layout, BinaryOperator<R> combine) {
            this.layout = layout;
            this.combine = combine;
        }

        @Override
        public boolean takes(TypeMap elements) {
            boolean same = elements == known || layout.isThatOf(elements);
            if (same) {
                known = elements;
            }
            return same;
        }

        @Override
        public String elements() {
            return "records of " + layout.type().getSimpleName();
        }

        @Override
        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
            MemorySegment left = MemorySegment.ofBuffer(in.duplicate().order(ByteOrder.nativeOrder()).clear());
            MemorySegment right = MemorySegment.ofBuffer(inOut.duplicate().order(ByteOrder.nativeOrder()).clear());
            long extent = layout.layout().byteSize();
            for (int i = 0; i < count; i++) {
                R combined = combine.apply(layout.read(left, i * extent), layout.read(right, i * extent));
                if (combined == null) {
                    throw Unfit.because(ErrorClass.OP, "two records cannot be combined", "the program's function has answered null, and memory has no null", "Let it answer a record");
                }
                layout.write(right, i * extent, combined);
            }
        }
    }
}
