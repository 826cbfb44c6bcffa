package org.braid.cli;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.util.Arrays;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.cli.run.ExitCodes;
import org.braid.cli.run.HelpAsked;
import org.braid.cli.run.Launcher;
import org.braid.cli.run.Names;

/** The command {@code braid}. {@code run} goes its own, short way; everything else is a picocli command ({@link Commands}). */
public final class Braid {
    private Braid() {}

    public static void main(String[] arguments) {
        int code = execute(arguments);
        System.out.flush();
        // halt: no hook is registered here, and the daemon threads that carried output have nothing left to say.
        Runtime.getRuntime().halt(code);
    }

    static int execute(String[] arguments) {
        try {
            return arguments.length > 0 && arguments[0].equals("run")
                    ? Launcher.run(Arrays.asList(arguments).subList(1, arguments.length))
                    : Commands.execute(arguments);
        } catch (HelpAsked e) {
            return Commands.execute("run", "--help");
        } catch (BraidException e) {
            return refuse(e);
        } catch (InvalidPathException e) {
            return refuse(Names.unwritable(e.getInput()));
        } catch (IOException e) {
            return refuse(new BraidException(ErrorCode.INTERNAL, "braid could not go on", String.valueOf(e), "See whether the disk is full", e));
        } catch (OutOfMemoryError e) { // this process must end, or its ranks would not
            return refuse(new BraidException(
                    ErrorCode.INTERNAL, "braid could not go on", String.valueOf(e.getMessage()), "Start fewer ranks, or see what bounds memory, threads and processes: ulimit -u, ulimit -v", e));
        } catch (InterruptedException e) {
            return 130;
        }
    }

    /** What, why, what to do, and the code that {@code braid explain} knows. */
    static int refuse(BraidException e) {
        System.err.println("braid: " + e.what() + ": " + e.why());
        System.err.println("  hint         " + e.whatToDo());
        System.err.println("  code         " + e.code().id());
        return ExitCodes.of(e.code());
    }
}
