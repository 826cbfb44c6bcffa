package org.braid.mpi.file;

import org.braid.mpi.data.BaseType;
import org.braid.mpi.data.Layout;
import org.braid.mpi.data.TypeMap;
import org.braid.mpi.file.view.AccessMode;
import org.braid.mpi.file.view.View;
import org.jspecify.annotations.Nullable;

/** Views from what programs give (MPI 4.1, sections 14.3 and 14.5). */
final class Views {
    /** The displacement that stands for where the shared pointer is. */
    static final long DISPLACEMENT_CURRENT = -54278278;

    private Views() {}

    /** Bytes from the start of the file. */
    static View plain() {
        return new View(0, 1, TypeMap.of(BaseType.BYTE).layout(), false);
    }

    static View of(Shared file, long displacementBytes, TypeMap etype, TypeMap filetype, String representation) {
        boolean isBigEndian = isBigEndian(file, representation);
        long displacement = displacement(file, displacementBytes);
        Layout layout = filetype.layout();
        checkRising(file, etype.layout(), "the etype");
        checkRising(file, layout, "the filetype");
        if (etype.sizeBytes() == 0 || filetype.sizeBytes() % etype.sizeBytes() != 0) {
            throw Refusals.type(file.at("setView"), "the filetype has " + filetype.sizeBytes() + " bytes of data, and the etype " + etype.sizeBytes() + "; a filetype consists of whole etypes");
        }
        checkAlike(file, etype.base(), filetype.base());
        return new View(displacement, etype.sizeBytes(), layout, isBigEndian);
    }

    /** A filetype is made of etypes; bytes stand for whatever is written through them. */
    private static void checkAlike(Shared file, @Nullable BaseType etype, @Nullable BaseType filetype) {
        if (etype != null && filetype != null && etype != filetype && !isBytes(etype) && !isBytes(filetype)) {
            throw Refusals.type(file.at("setView"), "the filetype is made of MPI." + filetype + ", and the etype of MPI." + etype + "; a filetype consists of whole etypes");
        }
    }

    private static boolean isBytes(BaseType base) {
        return base == BaseType.BYTE || base == BaseType.PACKED;
    }

    private static boolean isBigEndian(Shared file, String representation) {
        return switch (representation) {
            case "native", "internal" -> false;
            case "external32" -> true;
            default -> throw Refusals.representation(file.at("setView"), representation);
        };
    }

    private static long displacement(Shared file, long given) {
        boolean isSequential = file.mode().is(AccessMode.SEQUENTIAL);
        if (isSequential != (given == DISPLACEMENT_CURRENT)) {
            throw Refusals.argument(file.at("setView"), isSequential ? "the displacement in a sequential file is " + given + ", not MPI.DISPLACEMENT_CURRENT" : "the displacement is " + given + (given == DISPLACEMENT_CURRENT ? ", which is for sequential files" : ""));
        }
        if (isSequential) {
            View before = file.view();
            return before.isEmpty() ? before.displacementBytes() : before.offsetOf(file.words().position() * before.etypeBytes());
        }
        if (given < 0) {
            throw Refusals.argument(file.at("setView"), "the displacement is " + given);
        }
        return given;
    }

    private static void checkRising(Shared file, Layout layout, String what) {
        if (!layout.isRising()) {
            throw Refusals.type(file.at("setView"), what + " goes backwards, has a negative displacement, or names bytes twice, within one element or from one to the next");
        }
    }
}
