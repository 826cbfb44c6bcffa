package org.braid.mpi.file.disk;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.jspecify.annotations.Nullable;

/** What the operating system refuses, as MPI calls it (MPI 4.1, section 14.7). The JDK has types for some reasons, for others only the system's words. */
final class DiskFailures {
    /** Of calls that a process makes without the others of a file. */
    static final int NO_RANK = -1;

    private DiskFailures() {}

    /**
     * What has failed, in words.
     *
     * @param call which one could not be carried out
     * @param rank whose attempt that was, of the communicator that has the file open; or {@link #NO_RANK}
     */
    static String what(String call, Path file, int rank) {
        return call + " on " + file + (rank == NO_RANK ? "" : " at rank " + rank) + " failed";
    }

    /** The arguments are those of {@link #what}. */
    static MpiFailure of(String call, Path file, int rank, IOException cause) {
        ErrorClass errorClass = classOf(cause, file);
        return new MpiFailure(errorClass, what(call, file, rank), whyOf(cause), adviceFor(errorClass), cause);
    }

    /** The file that was opened is not the one that has its name. */
    static MpiFailure gone(String call, Path file, int rank, String why, @Nullable IOException cause) {
        String advice = "Read what is still wanted and write it elsewhere, for what is in the file goes when it is closed; a file that shall go then is opened with MPI.MODE_DELETE_ON_CLOSE";
        return cause == null
                ? new MpiFailure(ErrorClass.NO_SUCH_FILE, what(call, file, rank), why, advice)
                : new MpiFailure(ErrorClass.NO_SUCH_FILE, what(call, file, rank), why, advice, cause);
    }

    private static ErrorClass classOf(IOException cause, Path file) {
        if (cause instanceof NoSuchFileException) {
            return ErrorClass.NO_SUCH_FILE;
        }
        if (cause instanceof FileAlreadyExistsException) {
            return ErrorClass.FILE_EXISTS;
        }
        if (cause instanceof AccessDeniedException) {
            return ErrorClass.ACCESS;
        }
        if (cause instanceof NotDirectoryException || cause instanceof FileSystemLoopException) {
            return ErrorClass.BAD_FILE;
        }
        return byWords(words(cause), file);
    }

    private static ErrorClass byWords(String words, Path file) {
        if (words.contains("No space left")) {
            return ErrorClass.NO_SPACE;
        }
        if (words.contains("quota") || words.contains("File too large")) {
            return ErrorClass.QUOTA;
        }
        if (words.contains("Read-only file system")) {
            return ErrorClass.READ_ONLY;
        }
        if (words.contains("Permission denied") || words.contains("not permitted")) {
            return ErrorClass.ACCESS;
        }
        if (words.contains("directory") || words.contains("File name too long")) {
            return ErrorClass.BAD_FILE;
        }
        if (words.contains("Text file busy")) {
            return ErrorClass.FILE_IN_USE;
        }
        return isFull(file) ? ErrorClass.NO_SPACE : ErrorClass.IO; // the system may speak another language
    }

    private static String words(IOException cause) {
        String reason = cause instanceof FileSystemException known ? known.getReason() : cause.getMessage();
        return reason == null ? "" : reason;
    }

    private static String whyOf(IOException cause) {
        String words = words(cause);
        return switch (cause) {
            case NoSuchFileException _ -> "there is no such file";
            case FileAlreadyExistsException _ -> "the file exists";
            case AccessDeniedException _ -> "this user may not do that";
            default -> words.isEmpty() ? cause.getClass().getSimpleName() : "the system says: " + words;
        };
    }

    private static boolean isFull(@Nullable Path file) {
        try {
            return file != null && Files.getFileStore(file).getUsableSpace() == 0;
        } catch (IOException unknown) {
            return false;
        }
    }

    private static String adviceFor(ErrorClass errorClass) {
        return switch (errorClass) {
            case NO_SUCH_FILE -> "Create it with MPI.MODE_CREATE; ranks on several hosts need a file system that these share";
            case FILE_EXISTS -> "Choose another name, or leave MPI.MODE_EXCL away";
            case ACCESS -> "Look at the permissions of the file and of its directories";
            case NO_SPACE -> "Make room; what was written before is in the file";
            case QUOTA -> "Raise the limit (ulimit -f, the quota of the file system), or write less";
            case READ_ONLY -> "Choose a file system that may be written";
            case BAD_FILE -> "Give the path of a regular file";
            default -> "See the cause";
        };
    }
}
