package runtime.starter;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What {@code java -jar $MPJ_HOME/lib/starter.jar -np 4 -cp . Prog arguments} calls: it does what {@code bin/mpjrun.sh} does with these words. The launcher is a process of its own, since this java may be older than Braid's;
 * it has this process's input, output, directory and environment, and its exit code becomes this process's.
 */
public final class MPJRun {
    /** As the script {@code braid} has it for whatever keeps Braid from starting. */
    private static final int CANNOT_START = 125;

    /** From this version on a JDK can run Braid. */
    private static final int OLDEST_JDK = 25;

    private MPJRun() {}

    /**
     * Starts the job, waits for its end, and ends with its exit code; with 125, and a sentence on standard error, if Braid cannot be started.
     *
     * @param arguments options of MPJ Express's starter or of {@code braid run}, the program, and its arguments
     */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    private static int run(String[] arguments) {
        if (System.getProperty("os.name", "").startsWith("Windows")) {
            return refused("Braid does not run on Windows itself", "run this line inside of the Windows Subsystem for Linux, where a clone of Braid and a JDK of version " + OLDEST_JDK + " or later are needed");
        }
        Home home = Home.find(System.getenv("MPJ_HOME"));
        if (home == null) {
            return refused("Braid was not found: " + Home.LOOKED_AT, "let MPJ_HOME name the clone of Braid, the directory that holds bin, lib and the script braid");
        }
        return run(home.launcher().getPath(), arguments);
    }

    private static int run(String launcher, String[] arguments) {
        try {
            Ending ending = new Ending();
            Runtime.getRuntime().addShutdownHook(ending);
            return ending.start(command(launcher, arguments)).waitFor();
        } catch (IOException e) {
            return refused("'" + launcher + "' cannot be started: " + e.getMessage(), "see whether you may execute it");
        } catch (InterruptedException e) {
            return refused("the wait for the job was interrupted", "start it again");
        }
    }

    private static ProcessBuilder command(String launcher, String[] arguments) {
        List<String> words = new ArrayList<>(Arrays.asList(launcher, "run", "--like", "mpjrun.sh"));
        words.addAll(Arrays.asList(arguments));
        ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
        builder.environment().put("BRAID_END_WITH_PARENT", "starter.jar"); // kill -9 of this process cannot be passed on
        if (version() >= OLDEST_JDK) {
            builder.environment().put("JAVA_HOME", System.getProperty("java.home", "")); // the ranks' java is the one that was typed
        }
        return builder;
    }

    /** Before 9 versions began with "1.". */
    private static int version() {
        String text = System.getProperty("java.specification.version", "1.8");
        return text.startsWith("1.") ? 8 : Integer.parseInt(text);
    }

    private static int refused(String what, String hint) {
        System.err.println("starter.jar: " + what);
        System.err.println("  hint         " + hint);
        return CANNOT_START;
    }
}
