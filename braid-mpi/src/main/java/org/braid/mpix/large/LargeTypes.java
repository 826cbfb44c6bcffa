package org.braid.mpix.large;

import mpi.Datatype;
import mpi.MPIException;

/**
 * Datatypes with counts, displacements and strides of type {@code long} (MPI 4.1, sections 2.5.8 and 5.1), of more than 2^31 bytes of data or extent. They are types like others, for elements in a
 * {@link java.lang.foreign.MemorySegment}: messages, collectives, files and windows take them.
 *
 * <pre>
 *   Datatype edges = LargeTypes.hVector(2, 1000, 5_000_000_000L, MPI.DOUBLE);      // the first thousand, and a thousand 5 GB behind
 *   edges.commit();
 *   LargeCount.send(comm, field, 1, edges, dest, tag);
 * </pre>
 *
 * <p>Each constructor throws {@link MPIException}: ERR_COUNT for a negative count, for more than 2^20 separate blocks that are no repetitions of others at one distance (as those of vectors are, also of vectors of vectors, up to eight), and if the type reaches farther than 2^60 bytes; ERR_TYPE for a type that is null or was freed; ERR_ARG for
 * arrays that are null or of unequal lengths. {@code Datatype.getSize} and its kin throw {@link #ERR_VALUE_TOO_LARGE} where an int does not hold the answer.
 */
public final class LargeTypes {
    /** The class of errors of calls whose answer an int is too short for (MPI_ERR_VALUE_TOO_LARGE; the number is Open MPI's). */
    public static final int ERR_VALUE_TOO_LARGE = 79;

    private static final int IN_ELEMENTS = 0;
    private static final int IN_BYTES = 1;

    private LargeTypes() {}

    /** {@code count} elements one after the other (MPI_Type_contiguous_c). */
    public static Datatype contiguous(long count, Datatype oldType) {
        return Types.contiguous(count, oldType);
    }

    /** {@code count} blocks of {@code blockLength} elements, starting {@code stride} elements apart (MPI_Type_vector_c). */
    public static Datatype vector(long count, long blockLength, long stride, Datatype oldType) {
        return Types.vector("LargeTypes.vector", count, blockLength, stride, IN_ELEMENTS, oldType);
    }

    /** As {@link #vector}, with the stride in bytes (MPI_Type_create_hvector_c). */
    public static Datatype hVector(long count, long blockLength, long strideBytes, Datatype oldType) {
        return Types.vector("LargeTypes.hVector", count, blockLength, strideBytes, IN_BYTES, oldType);
    }

    /** Blocks of different lengths at displacements in elements of {@code oldType} (MPI_Type_indexed_c). */
    public static Datatype indexed(long[] blockLengths, long[] displacements, Datatype oldType) {
        return Types.indexed("LargeTypes.indexed", blockLengths, displacements, IN_ELEMENTS, oldType);
    }

    /** As {@link #indexed}, with displacements in bytes (MPI_Type_create_hindexed_c). */
    public static Datatype hIndexed(long[] blockLengths, long[] displacementsBytes, Datatype oldType) {
        return Types.indexed("LargeTypes.hIndexed", blockLengths, displacementsBytes, IN_BYTES, oldType);
    }

    /** Blocks of different types at displacements in bytes; the base type is BYTE (MPI_Type_create_struct_c). */
    public static Datatype struct(long[] blockLengths, long[] displacementsBytes, Datatype[] types) {
        return Types.struct(blockLengths, displacementsBytes, types);
    }

    /** A box in an array of several dimensions, as {@link Datatype#createSubarray} (MPI_Type_create_subarray_c). */
    public static Datatype subarray(long[] sizes, long[] subSizes, long[] starts, int order, Datatype oldType) {
        return Types.subarray("LargeTypes.subarray", sizes, subSizes, starts, order, oldType);
    }

    /** What one rank has of an array that is divided among several, as {@link Datatype#createDarray} (MPI_Type_create_darray_c). */
    public static Datatype darray(int size, int rank, long[] sizes, int[] distributions, int[] arguments, int[] ranks, int order, Datatype oldType) {
        return Types.darray("LargeTypes.darray", size, rank, sizes, distributions, arguments, ranks, order, oldType);
    }

    /** {@code oldType} with a new lower bound and extent in bytes (MPI_Type_create_resized_c). */
    public static Datatype resized(Datatype oldType, long lowerBoundBytes, long extentBytes) {
        return Types.resized(oldType, lowerBoundBytes, extentBytes);
    }

    /** Bytes of data in one element, gaps not counted (MPI_Type_size_c); ERR_TYPE for a type that is null or was freed, as below. */
    public static long sizeBytes(Datatype type) {
        return Types.map("LargeTypes.sizeBytes", type).sizeBytes();
    }

    /** Bytes from element to element (MPI_Type_get_extent_c). */
    public static long extentBytes(Datatype type) {
        return Types.map("LargeTypes.extentBytes", type).extentBytes();
    }

    /** The displacement in bytes at which an element begins (MPI_Type_get_extent_c). */
    public static long lowerBoundBytes(Datatype type) {
        return Types.map("LargeTypes.lowerBoundBytes", type).lowerBoundBytes();
    }

    /** The lowest displacement of data, in bytes (MPI_Type_get_true_extent_c). */
    public static long trueLowerBoundBytes(Datatype type) {
        return Types.map("LargeTypes.trueLowerBoundBytes", type).trueLowerBoundBytes();
    }

    /** Bytes from the lowest to the highest displacement of data (MPI_Type_get_true_extent_c). */
    public static long trueExtentBytes(Datatype type) {
        return Types.map("LargeTypes.trueExtentBytes", type).trueExtentBytes();
    }
}
