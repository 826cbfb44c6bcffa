package org.braid.boot.warm;

import java.io.DataInputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.braid.base.os.Machine;

/**
 * The directory of one warm rank, and its files. Whoever removes {@link #FIT} has the rank: a launcher that wants it, or the rank itself and its keeper, which end it.
 *
 * <pre>
 *   fit   what a launcher's rank must be like to be this one; there while it waits       in, out, err   named pipes: its standard input, output and errors
 *   pid   its process's number                                                           code           named pipe: its exit code, in a line
 * </pre>
 */
public final class Nest {
    /** What it fits, for whoever compares it with what he wants. */
    public static final String FIT = "fit";

    /** The same until it has rehearsed. */
    public static final String UNFIT = "fit.new";

    /** Its process's number, in decimal. */
    public static final String PID = "pid";

    /** Its standard input. */
    public static final String IN = "in";

    /** Its standard output. */
    public static final String OUT = "out";

    /** Its standard error. */
    public static final String ERR = "err";

    /** Its exit code comes here. */
    public static final String CODE = "code";

    /** The jar that will be its class path. */
    public static final String JAR = "path.jar";

    private static final long LOOK_NS = 500_000_000L;

    /** A launcher that has taken this rank speaks at once; one that was killed before it could never does. */
    private static final int MOST_SILENT_LOOKS = 20;

    private final Path path;

    Nest(Path path) {
        this.path = path;
    }

    Path resolve(String name) {
        return path.resolve(name);
    }

    /** From now on somebody may take this rank. */
    void open() throws IOException {
        Files.writeString(path.resolve(PID), Long.toString(Machine.pid()), StandardCharsets.US_ASCII);
        Files.move(path.resolve(UNFIT), path.resolve(FIT), StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Waits until a launcher opens the other end of the standard input, and reads what it orders. If the keeper has gone before, this process ends.
     *
     * @throws IOException if the launcher has gone
     * @throws IllegalArgumentException if it says something else
     */
    Order await(Thread watch) throws IOException {
        new FileInputStream(path.resolve(IN).toFile()).close(); // comes back when there is a writer
        watch.interrupt();
        DataInputStream in = new DataInputStream(new FileInputStream(FileDescriptor.in)); // not to be closed: control frames follow
        byte[] head = new byte[Order.HEAD];
        in.readFully(head);
        byte[] body = new byte[Order.length(head)];
        in.readFully(body);
        return Order.decode(body);
    }

    /** Says that all was done as ordered. */
    static void answer() throws IOException {
        new FileOutputStream(FileDescriptor.out).write(Order.RUNS);
    }

    /** Ends this process when its keeper is gone, unless a launcher has it; and when a launcher has it that does not speak. Ends when it is interrupted. */
    Thread watch(long keeper, long startTicks) {
        return Thread.ofPlatform().name("braid-nest").daemon().start(() -> {
            int silent = 0;
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(LOOK_NS);
                silent = exists(UNFIT) || exists(FIT) ? 0 : silent + 1;
                boolean isLeft = !Machine.isAlive(keeper, startTicks) && (isDeleted(FIT) || isDeleted(UNFIT));
                if ((isLeft || silent > MOST_SILENT_LOOKS) && !Thread.currentThread().isInterrupted()) {
                    remove();
                    Runtime.getRuntime().halt(0);
                }
            }
        });
    }

    private boolean exists(String name) {
        return new File(path.toFile(), name).exists();
    }

    private boolean isDeleted(String name) {
        return new File(path.toFile(), name).delete();
    }

    /** What is open stays open. */
    void remove() {
        for (String name : List.of(FIT, UNFIT, PID, IN, OUT, ERR, CODE, JAR)) {
            path.resolve(name).toFile().delete();
        }
        path.toFile().delete();
    }
}
