package runtime.starter;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the launcher when this process is told to end, as by an IDE's stop button. A signal to this process alone is passed on at once. One that a terminal sends has reached the launcher, too, and a second one would have it kill its
 * ranks without their grace; so it gets another only if it has not ended by then.
 */
final class Ending extends Thread {
    /** The launcher gives its ranks five seconds. */
    private static final long GRACE_S = 7;

    private @Nullable Process launcher;

    Ending() {
        super("ending");
    }

    /** Starts the launcher. Who is told to end meanwhile waits for it: there is no moment in which a launcher runs that nobody would end. */
    synchronized Process start(ProcessBuilder builder) throws IOException {
        Process started = builder.start();
        launcher = started;
        return started;
    }

    private synchronized @Nullable Process launcher() {
        return launcher;
    }

    @Override
    public void run() {
        Process started = launcher();
        if (started != null) {
            end(started);
        }
    }

    private static void end(Process launcher) {
        try {
            if (!Foreground.isOurs() || !launcher.waitFor(GRACE_S, TimeUnit.SECONDS)) {
                launcher.destroy();
            }
            if (!launcher.waitFor(GRACE_S, TimeUnit.SECONDS)) {
                launcher.destroyForcibly(); // its ranks see the end of their control pipe
            }
        } catch (InterruptedException e) {
            launcher.destroy();
        }
    }
}
