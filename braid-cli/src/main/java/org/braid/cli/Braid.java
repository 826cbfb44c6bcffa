package org.braid.cli;

import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import org.braid.base.BraidException;
import org.braid.cli.words.ChosenAlgorithms;
import org.braid.launch.Launcher;
import org.braid.launch.Refusal;
import org.braid.launch.options.HelpAsked;
import org.braid.launch.program.NewerSources;

/** The command {@code braid}. {@code run} goes its own, short way; everything else is a picocli command ({@link Commands}). */
public final class Braid {
    /** What a shell says of a program that was ended by Ctrl-C. */
    private static final int INTERRUPTED = 130;

    /** What java says of a program that has thrown. */
    private static final int MISTAKE = 1;

    /** A file that the script has made in the name of this JVM. One that is left tells the next start that something keeps this class from running, so that it looks closely at what it starts from. */
    private static final String STARTING = "braid.starting";

    private Braid() {}

    /** Ends this process with the command's exit code. */
    public static void main(String[] arguments) {
        File starting = new File(System.getProperty(STARTING, ""));
        boolean isTold = starting.delete();
        int code = MISTAKE;
        try {
            code = OwnOutput.end(execute(arguments));
        } catch (Throwable e) {
            System.err.print("Exception in thread \"main\" ");
            e.printStackTrace();
            if (e instanceof LinkageError && isTold) {
                leave(starting);
            }
            Refusal.tellOfDamage();
        } finally {
            // halt: no hook is registered here, and the daemon threads that carried output have nothing left to say. A thread that waits for a rank would keep a process whose main thread has failed.
            Runtime.getRuntime().halt(code);
        }
    }

    /** A class of Braid's own that is not there, or is none: its jar has been damaged where no start looks. */
    private static void leave(File starting) {
        try {
            starting.createNewFile();
            System.err.println("braid: start again: a class of its own could not be loaded, and the next start looks closely at what it starts from");
        } catch (IOException e) {
            System.err.println("braid: a class of its own could not be loaded; 'braid clean' looks closely at what it starts from");
        }
    }

    static int execute(String[] arguments) {
        try {
            return switch (arguments.length == 0 ? "" : arguments[0]) {
                case "run" -> Launcher.run(Arrays.asList(arguments).subList(1, arguments.length), new ChosenAlgorithms());
                case "server", "join" -> Commands.executeHosted(arguments[0], Arrays.asList(arguments).subList(1, arguments.length));
                case "mpijavac" -> Commands.compile(Arrays.asList(arguments).subList(1, arguments.length));
                default -> Commands.execute(arguments);
            };
        } catch (HelpAsked e) {
            return Commands.execute("run", "--help");
        } catch (NewerSources e) {
            return again(arguments);
        } catch (InterruptedException e) {
            return INTERRUPTED;
        } catch (Exception | OutOfMemoryError e) {
            return refuse(e);
        }
    }

    private static int again(String[] arguments) {
        try {
            return Again.run(System.getProperty("braid.script", ""), Arrays.asList(arguments));
        } catch (IOException e) {
            return refuse(e);
        } catch (InterruptedException e) {
            return INTERRUPTED;
        }
    }

    private static int refuse(Throwable thrown) {
        BraidException known = Refusal.of(thrown);
        if (known != null) {
            return Refusal.print(known);
        }
        throw new IllegalStateException("a mistake in braid itself, please report it", thrown);
    }
}
