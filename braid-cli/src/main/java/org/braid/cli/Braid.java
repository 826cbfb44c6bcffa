package org.braid.cli;

import java.io.IOException;
import java.util.Arrays;
import org.braid.cli.run.HelpAsked;
import org.braid.cli.run.Launcher;
import org.braid.cli.run.UsageError;

/** The command {@code braid}. {@code run} goes its own, short way; everything else is a picocli command. */
public final class Braid {
    private Braid() {}

    public static void main(String[] arguments) {
        // halt: no hook is registered here, and the daemon threads that carry output have nothing left to say.
        Runtime.getRuntime().halt(execute(arguments));
    }

    static int execute(String[] arguments) {
        try {
            if (arguments.length > 0 && arguments[0].equals("run")) {
                return Launcher.run(Arrays.asList(arguments).subList(1, arguments.length));
            }
            return 2;
        } catch (HelpAsked e) {
            return 0;
        } catch (UsageError e) {
            System.err.println("braid: " + e.getMessage());
            System.err.println("  hint         " + e.hint());
            return e.exitCode();
        } catch (IOException e) {
            System.err.println("braid: " + e);
            return 125;
        } catch (InterruptedException e) {
            return 130;
        }
    }
}
