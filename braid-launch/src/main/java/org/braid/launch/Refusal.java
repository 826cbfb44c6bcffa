package org.braid.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.launch.jvm.DamagedCache;
import org.braid.launch.text.Names;
import org.jspecify.annotations.Nullable;

/** How this process says that it can't do what was asked for: what, why, what to do, and the code that {@code braid explain} knows. */
public final class Refusal {
    private Refusal() {}

    /**
     * Prints an error to standard error, in three lines.
     *
     * @return the exit code that belongs to it
     */
    public static int print(BraidException e) {
        System.err.println("braid: " + e.what() + ": " + e.why());
        System.err.println("  hint         " + e.whatToDo());
        System.err.println("  code         " + e.code().id());
        return ExitCodes.of(e.code());
    }

    /** This process's main thread has failed by a mistake of ours, or as where classes do not belong together, and they come out of an AOT cache: those beside the jar that are damaged are removed, and that is printed. */
    public static void tellOfDamage() {
        String jar = System.getProperty("braid.jar", "");
        try {
            for (Path each : jar.isEmpty() ? List.<Path>of() : DamagedCache.in(Path.of(jar).toAbsolutePath().resolveSibling("."))) {
                System.err.println("braid: start again: " + each.normalize() + " was damaged" + (DamagedCache.remove(each) ? ", and is made anew by the next start" : ", and cannot be removed"));
            }
        } catch (IOException e) {
            // That directory cannot be read: what was thrown is all that is known.
        }
    }

    /**
     * Says what a command has thrown as an error with its code.
     *
     * @param thrown what nobody has caught
     * @return null for what neither the user nor the system is to blame for, which is a mistake of ours
     */
    public static @Nullable BraidException of(Throwable thrown) {
        return switch (thrown) {
            case BraidException known -> known;
            case InvalidPathException path -> Names.unwritable(path.getInput());
            case UncheckedIOException io -> failed(String.valueOf(io.getCause()), advice(io.getCause()), io);
            case IOException io -> failed(String.valueOf(io), advice(io), io);
            case OutOfMemoryError e -> // this process must end, or its ranks would not
                    failed(String.valueOf(e.getMessage()), "Start fewer ranks, or see what bounds memory, threads and processes: ulimit -u, ulimit -v", e);
            default -> null;
        };
    }

    private static String advice(@Nullable Throwable e) {
        return e instanceof NoSuchFileException
                ? "Somebody has removed that file meanwhile: start again; to empty Braid's cache beside jobs that run use 'braid clean'"
                : "See whether the disk is full";
    }

    private static BraidException failed(String why, String whatToDo, Throwable cause) {
        return new BraidException(ErrorCode.INTERNAL, "braid could not go on", why, whatToDo, cause);
    }
}
