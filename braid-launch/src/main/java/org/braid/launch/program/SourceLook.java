package org.braid.launch.program;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Whether a clone has sources that are newer than its build. The script has a process look for them while this JVM starts, which takes as long as a fifth of that start and nearly nothing beside it; the
 * answer is one line of a file: a newer source, or the build itself. Ranks are started meanwhile; none of them gets its ticket before the answer is known (docs/decisions/startup.md).
 */
public final class SourceLook {
    /** Names the file; the script gives it where there are sources. */
    public static final String PROPERTY = "braid.look";

    /** A look that takes longer has been ended by somebody, or its disk stands still; then the build is used as it is. */
    private static final long BOUND_NS = TimeUnit.SECONDS.toNanos(5);

    private static final long PAUSE_NS = 200_000;

    private final Path answer;
    private final String build;
    private final boolean isLooking;

    /** @param answer an absolute path, beside the file {@code current} that stands for the build; empty for none */
    SourceLook(String answer) {
        this.answer = Path.of(answer);
        this.build = new File(new File(answer).getParent(), "current").getPath();
        this.isLooking = !answer.isEmpty();
    }

    /** In which the system has names of files, and this JVM has read the one of the build: what was written there by it compares as it looks. */
    public static Charset charset() {
        return Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
    }

    /** The look that goes on beside this process; none if no file was named. */
    public static SourceLook begun() {
        return new SourceLook(System.getProperty(PROPERTY, ""));
    }

    /** Waits until the look is over, and removes its file. True if there is a newer source. Once. */
    public boolean findsNewer() {
        if (!isLooking) {
            return false;
        }
        try {
            String line = line();
            Files.deleteIfExists(answer);
            return !line.isEmpty() && !line.equals(build);
        } catch (IOException e) {
            return false; // no file: nobody looks
        }
    }

    /** Nothing tells when another process has written to a file: so this looks, every 0.2 ms. */
    private String line() throws IOException {
        long sinceNs = System.nanoTime();
        String text = read();
        while (!text.endsWith("\n") && System.nanoTime() - sinceNs < BOUND_NS) {
            LockSupport.parkNanos(PAUSE_NS);
            text = read();
        }
        return text.strip();
    }

    private String read() throws IOException {
        return new String(Files.readAllBytes(answer), charset());
    }
}
