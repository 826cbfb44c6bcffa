package org.braid.launch.pool;

import java.io.Closeable;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.braid.base.os.Machine;
import org.braid.boot.warm.Nest;

/** A process that is no child of this one, as if it were: its standard streams are pipes, to which this process has the other ends, and its parent passes its exit code on through another one. */
final class WarmProcess extends Process {
    /** The code of a process whose parent has gone, so that nobody knows it: it must not count as an end in good order. */
    static final int UNKNOWN = 1;

    private static final long LOOK_MS = 20;

    private final ProcessHandle handle;
    private final Path nest;
    private OutputStream in = OutputStream.nullOutputStream();
    private InputStream out = InputStream.nullInputStream();
    private InputStream err = InputStream.nullInputStream();
    private InputStream codes = InputStream.nullInputStream();
    private volatile int code = -1; // not known yet

    WarmProcess(ProcessHandle handle, Path nest) {
        this.handle = handle;
        this.nest = nest;
    }

    void open() throws IOException {
        codes = input(Nest.CODE);
        err = input(Nest.ERR);
        out = input(Nest.OUT);
        File pipe = pipe(Nest.IN);
        try (RandomAccessFile both = new RandomAccessFile(pipe, "rw")) {
            in = new FileOutputStream(pipe);
        }
    }

    /** Opening one end waits for the other one, unless this process has both for that moment. */
    private InputStream input(String name) throws IOException {
        File pipe = pipe(name);
        try (RandomAccessFile both = new RandomAccessFile(pipe, "rw")) {
            return new FileInputStream(pipe);
        }
    }

    private File pipe(String name) throws IOException {
        File pipe = new File(nest.toFile(), name);
        if (!pipe.exists() || pipe.isFile()) {
            throw new IOException(pipe + " is no pipe");
        }
        return pipe;
    }

    @Override
    public OutputStream getOutputStream() {
        return in;
    }

    @Override
    public InputStream getInputStream() {
        return out;
    }

    @Override
    public InputStream getErrorStream() {
        return err;
    }

    /** Its parent says it, in a line; where the parent was killed, all that can be seen is that the process has gone. By one thread. */
    @Override
    public int waitFor() throws InterruptedException {
        if (code < 0) {
            code = told();
        }
        while (code == UNKNOWN && !hasEnded()) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
        return code;
    }

    private int told() {
        int number = 0;
        try {
            for (int next = codes.read(); next != '\n'; next = codes.read()) {
                if (next < '0' || next > '9') {
                    return UNKNOWN;
                }
                number = 10 * number + next - '0' & 0xffff;
            }
            return number;
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    boolean hasEnded() {
        return Machine.startTicks(pid()) < 0 || !handle.isAlive();
    }

    @Override
    public int exitValue() {
        if (code < 0) {
            throw new IllegalThreadStateException("it runs");
        }
        return code;
    }

    @Override
    public long pid() {
        return handle.pid();
    }

    @Override
    public ProcessHandle toHandle() {
        return handle;
    }

    @Override
    public void destroy() {
        handle.destroy();
    }

    /** It is not to run anything any more. */
    void giveUp() {
        handle.destroyForcibly();
        for (Closeable each : new Closeable[] {in, out, err, codes}) {
            try {
                each.close();
            } catch (IOException e) {
                // It is closed all the same.
            }
        }
    }
}
