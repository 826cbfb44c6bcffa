package org.braid.launch.compile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Main class of the process that compiles a program: the JDK's compiler, which prints what javac prints, a list of the source files
 * it read, so that the cache knows what the classes depend on, and the classes' {@link Seal}. Arguments: source file, its
 * main class, source root, class path, output directory, pid of the launcher, without which it has nothing to work for, profile of package mpi, and more options of javac's.
 */
public final class CompileMain {
    static final String SOURCES = "braid.sources";

    // Exit codes: the compiler has said what is wrong; there is none; classes, or their list, could not be written; nobody waits for them. A JVM that fails by itself has 1.
    static final int REFUSED = 2;
    static final int NO_COMPILER = 3;
    static final int CANNOT_WRITE = 4;
    static final int ORPHANED = 86;

    private static final long LOOK_NS = 100_000_000L;

    /** Strings are joined by plain calls: the first {@code invokedynamic} of a process would link for 10 ms in every rank. */
    private static final String INLINE_CONCAT = "-XDstringConcat=inline";

    private CompileMain() {}

    /** Compiles, and ends this process with the exit code that tells the launcher how it went. */
    public static void main(String[] arguments) throws IOException {
        endWith(Long.parseLong(arguments[5]));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            System.exit(NO_COMPILER);
        }
        List<String> options = new ArrayList<>(List.of("-classpath", arguments[3], "-d", arguments[4], "-implicit:class", "-proc:none", INLINE_CONCAT));
        options.addAll(Arrays.asList(arguments).subList(7, arguments.length));
        List<IOException> unwritten = new ArrayList<>();
        Compilation compilation = new Compilation(compiler, options, (files, hidden) -> new ProgramFiles(files, hidden, Path.of(arguments[2]), unwritten), Profile.hidden(arguments[6]));
        boolean compiled = run(compilation, arguments[0]);
        if (!unwritten.isEmpty()) {
            endUnkept(unwritten.getFirst());
        }
        System.err.print(compilation.messages());
        if (!compiled) {
            compilation.advise(System.err);
        }
        System.err.flush();
        if (!compiled) {
            System.exit(REFUSED);
        }
        String list = arguments[1] + "\n" + String.join("\n", compilation.sources()) + "\n";
        try {
            Seal.write(Path.of(arguments[4]));
            Files.writeString(Path.of(arguments[4], SOURCES), list, StandardCharsets.UTF_8);
        } catch (IOException e) {
            endUnkept(e);
        }
    }

    private static void endUnkept(IOException e) {
        System.err.println("braid: the compiled program could not be kept: " + e.getMessage());
        System.exit(CANNOT_WRITE);
    }

    /** The user may have given the JVM what javac does not take. */
    private static boolean run(Compilation compilation, String file) throws IOException {
        try {
            return compilation.run(List.of(file));
        } catch (IllegalArgumentException notTaken) {
            System.err.println(notTaken.getMessage());
            return false;
        }
    }

    /** A launcher that was killed leaves no compiler behind. */
    static void endWith(long launcher) {
        haltUnlessChildOf(launcher);
        Thread watch = new Thread(() -> {
            while (true) {
                LockSupport.parkNanos(LOOK_NS);
                haltUnlessChildOf(launcher);
            }
        }, "launcher-watch");
        watch.setDaemon(true);
        watch.start();
    }

    private static void haltUnlessChildOf(long launcher) {
        if (ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L) != launcher) {
            Runtime.getRuntime().halt(ORPHANED);
        }
    }
}
