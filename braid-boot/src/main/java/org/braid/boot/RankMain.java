package org.braid.boot;

import java.io.PrintStream;
import java.util.Arrays;
import jdk.internal.vm.annotation.Hidden;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.boot.threads.Parked;
import org.jspecify.annotations.Nullable;

/**
 * The main class of every rank's JVM: takes the ticket from the control pipe, makes {@code System.in} what the program expects, starts
 * the thread that watches the pipe, and calls the program.
 */
public final class RankMain {
    // Exit codes of a rank that never reached its program; see docs/boot.md.
    /** The rank's way to its launcher could not be had. */
    public static final int JOIN_FAILED = 96;

    /** The program's class cannot be started. */
    public static final int NOT_RUNNABLE = 126;

    /** The program's class could not be loaded. */
    public static final int NOT_FOUND = 127;

    /** The thread that watches the control pipe. A process that has it has come to its main method. */
    public static final String CONTROL_THREAD = "braid-control";

    /** Set by the launcher for {@code -v}: this process prints what ends its program itself, with everything that is inside it. */
    public static final String VERBOSE = "braid.verbose";

    /** The JDK's name for the thread that calls a program's main method, whatever it is called here. */
    static final String MAIN = "main";

    private RankMain() {}

    /**
     * Runs the program as a rank of the job whose ticket comes down standard input. No stack shows this method, nor those between it and the program: programs that look for their own class in the last frame find it there.
     *
     * @param arguments the program's class, then its own arguments
     */
    @Hidden
    public static void main(String[] arguments) {
        Job job = attach();
        RankInput input = new RankInput(new FromLauncher(job.launcher()), job.rank() != 0);
        System.setIn(input);
        ControlWatch.start(Attachment.OfProcess.PIPE, input, new ControlEvents(job), job.launcherPid());
        EntryPoint program = entryPoint(arguments[0], job);
        run(program, Arrays.copyOfRange(arguments, 1, arguments.length), job);
    }

    /** Asks for the user's input; a class instead of a lambda, since it starts faster. */
    private record FromLauncher(ToLauncher launcher) implements RankInput.Wait {
        @Override
        public void forMoreThan(long taken) {
            launcher.awaitInput(taken);
        }
    }

    static Job attach() {
        try {
            return Job.attached();
        } catch (ExceptionInInitializerError e) {
            Throwable cause = e.getCause() instanceof BraidException known ? known : e;
            throw leave(JOIN_FAILED, String.valueOf(cause.getMessage()));
        }
    }

    private static EntryPoint entryPoint(String name, Job job) {
        EntryPoint entry = null;
        Throwable why = null;
        try {
            entry = EntryPoint.of(Class.forName(name, false, ClassLoader.getSystemClassLoader()));
        } catch (ClassNotFoundException | LinkageError e) {
            why = e;
        }
        if (entry != null) {
            return entry;
        }
        throw notRunnable(name, why, job);
    }

    /**
     * Ends this process, or has it wait for its end.
     *
     * @param thrown why the class could not be loaded; null if it has no main method
     */
    static Error notRunnable(String name, @Nullable Throwable thrown, Job job) {
        String why = thrown == null
                ? "class " + name + " has no main method: nothing in it can be started by java\n"
                        + "  hint         Declare public static void main(String[] args) in it, or name the class that has one\n  code         "
                        + ErrorCode.MAIN_MISSING.id()
                : "class " + name + " could not be loaded: " + thrown
                        + "\n  hint         Is it declared in the file that was given, and are the classes that it needs in -cp?\n  code         " + ErrorCode.PROGRAM_NOT_FOUND.id();
        throw job.rank() == job.placement().firstOnHost() ? leave(thrown == null ? NOT_RUNNABLE : NOT_FOUND, why) : Parked.forEver(); // one message per cause, not one per rank
    }

    @Hidden
    private static void run(EntryPoint program, String[] arguments, Job job) {
        PrintStream errors = System.err;
        try {
            program.call(arguments);
            job.scope().afterMain().run(Thread.currentThread().getThreadGroup());
            job.scope().over();
        } catch (Throwable e) {
            job.scope().atExit().callOff();
            fail(e, MAIN, job, System.err == errors);
            job.scope().over();
            System.exit(1);
        }
    }

    /**
     * Says what has ended a rank's program.
     *
     * @param thread the name of the thread that has thrown it
     * @param byLauncher whether the rank's standard error is where it was at first
     */
    static void fail(Throwable thrown, String thread, Job job, boolean byLauncher) {
        if (!job.isOfDeath(thrown)) { // else the launcher says it, once for all ranks
            hideCallers(thrown);
            tell(thrown, thread, job.launcher(), byLauncher);
        }
    }

    /** The launcher prints it, unless there is none, or the program has a place of its own for what it has to say. */
    private static void tell(Throwable thrown, String thread, ToLauncher launcher, boolean byLauncher) {
        boolean verbose = Boolean.getBoolean(VERBOSE);
        Note note = Note.of(thrown);
        if (verbose || !byLauncher) {
            launcher.note(note.withoutStack());
        } else if (launcher.note(note)) {
            return;
        }
        System.err.print("Exception in thread \"" + thread + "\" ");
        if (verbose) {
            thrown.printStackTrace();
        } else {
            System.err.print(firstLine(thrown.toString()) + "\n" + note.stack());
        }
    }

    private static String firstLine(String text) {
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }

    /** Of causes, too; they may go in a circle. */
    private static void hideCallers(Throwable thrown) {
        Throwable each = thrown;
        for (int depth = 0; each != null && depth < 16; depth++) {
            each.setStackTrace(EntryPoint.withoutCallers(each.getStackTrace()));
            each = each.getCause();
        }
    }

    private static Error leave(int code, String why) {
        System.err.println("braid: " + why);
        System.err.flush();
        Runtime.getRuntime().halt(code);
        throw new AssertionError();
    }
}
