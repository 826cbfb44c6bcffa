package org.braid.mpi.file;

import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.file.view.AccessMode;
import org.jspecify.annotations.Nullable;

/** The sentences for calls that do not fit a file, its mode or its view. Each begins with where it happened: the call, the file and this process's rank there. */
final class Refusals {
    private Refusals() {}

    static @Nullable MpiFailure mode(String at, AccessMode mode) {
        String mistake = mode.mistake();
        return mistake == null ? null : new MpiFailure(ErrorClass.AMODE, at + " was given a wrong mode", mistake, "Add one of MODE_RDONLY, MODE_WRONLY, MODE_RDWR and the flags that go with it");
    }

    static MpiFailure closed(String at) {
        return new MpiFailure(ErrorClass.FILE, at + " is refused", "the file is closed: close was called before", "Use a file between its constructor and close");
    }

    static MpiFailure notReadable(String at) {
        return new MpiFailure(ErrorClass.ACCESS, at + " is refused", "the file cannot be read: it was opened with MODE_WRONLY", "Open it with MODE_RDONLY or MODE_RDWR");
    }

    static MpiFailure notWritable(String at) {
        return new MpiFailure(ErrorClass.READ_ONLY, at + " is refused", "the file cannot be written: it was opened with MODE_RDONLY", "Open it with MODE_WRONLY or MODE_RDWR");
    }

    static MpiFailure sequential(String at) {
        return new MpiFailure(ErrorClass.UNSUPPORTED_OPERATION, at + " is refused", "the file is sequential: it was opened with MODE_SEQUENTIAL", "Read and write it by the shared pointer: readShared, writeShared and the ordered calls");
    }

    static MpiFailure argument(String at, String why) {
        return new MpiFailure(ErrorClass.ARG, at + " was given a wrong argument", why, "See the message for what is allowed");
    }

    static MpiFailure type(String at, String why) {
        return new MpiFailure(ErrorClass.TYPE, at + " was given a type that does not fit", why, "Give types as MPI 4.1, section 14.3, asks for");
    }

    static MpiFailure differs(String at, String what) {
        return new MpiFailure(ErrorClass.NOT_SAME, at + " got arguments that differ", "ranks have given different " + what, "Give the same at every rank of the file");
    }

    static MpiFailure otherFile(String at, int rank) {
        return new MpiFailure(ErrorClass.NOT_SAME, at + " was given names of different files", "rank " + rank + " has opened another file than rank 0, or one that is not the same on both hosts", "Give names of one file, on a file system that all ranks share");
    }

    static MpiFailure representation(String at, String name) {
        return new MpiFailure(ErrorClass.UNSUPPORTED_DATAREP, at + " was given an unknown data representation", "\"" + name + "\" is none of native, internal and external32", "Choose one of these");
    }

    static MpiFailure splitUnderWay(String at, String begun) {
        return new MpiFailure(ErrorClass.IO, at + " during a split collective access", begun + " has begun and not ended on this file", "End it first: a file has one split collective access at a time");
    }

    static MpiFailure splitNotBegun(String at, @Nullable String begun) {
        return new MpiFailure(ErrorClass.IO, at + " does not end what was begun", begun == null ? "no split collective access is under way" : begun + " is under way", "Pair each ...Begin with its ...End");
    }

    static MpiFailure otherBuffer(String at) {
        return new MpiFailure(ErrorClass.BUFFER, at + " was given another buffer than the beginning", "both name the same memory in MPI (MPI 4.1, section 14.4.5)", "Give the buffer that was given to ...Begin");
    }
}
