package org.braid.mpix.large;

import mpi.Comm;
import mpi.Datatype;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.lco.Lco;

/** The datatypes of package {@code mpi} that count in longs, which it shows to this package alone; {@code call} is what errors name. */
final class Types extends Comm {
    private Types(Lco object) {
        super(object);
    }

    static Datatype contiguous(long count, Datatype old) {
        return contiguousLarge(count, old);
    }

    /** @param unitBytes of the stride, or 0 for elements */
    static Datatype vector(String call, long count, long blockLength, long stride, int unitBytes, Datatype old) {
        return vectorLarge(call, count, blockLength, stride, unitBytes, old);
    }

    /** @param unitBytes of the displacements, or 0 for elements */
    static Datatype indexed(String call, long[] lengths, long[] displacements, int unitBytes, Datatype old) {
        return indexedLarge(call, lengths, displacements, unitBytes, old);
    }

    static Datatype struct(long[] lengths, long[] displacements, Datatype[] types) {
        return structLarge(lengths, displacements, types);
    }

    static Datatype subarray(String call, long[] sizes, long[] subSizes, long[] starts, int order, Datatype old) {
        return subarrayLarge(call, sizes, subSizes, starts, order, old);
    }

    static Datatype darray(String call, int size, int rank, long[] sizes, int[] distributions, int[] arguments, int[] ranks, int order, Datatype old) {
        return darrayLarge(call, size, rank, sizes, distributions, arguments, ranks, order, old);
    }

    static Datatype resized(Datatype old, long lowerBoundBytes, long extentBytes) {
        return resizedLarge(old, lowerBoundBytes, extentBytes);
    }

    static TypeMap map(String call, Datatype type) {
        return mapOf(call, type);
    }
}
