package org.braid.launch.compile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/** The JDK's compiler in a process of its own ({@link CompileMain}): it prints what javac prints, where javac prints it. */
final class Compiler {
    /** What a JVM calls the character set of the locale "C". */
    private static final String ASCII = "ANSI_X3.4-1968";

    private final String compilePath;
    private final String profile;
    private final List<String> options;

    /**
     * It starts nothing yet.
     *
     * @param compilePath what programs are compiled against
     * @param profile what they see of package mpi
     * @param options more of javac's
     */
    Compiler(String compilePath, String profile, List<String> options) {
        this.compilePath = compilePath;
        this.profile = profile;
        this.options = options;
    }

    /**
     * Compiles a program with its neighbours into a directory.
     *
     * @throws BraidException {@code BRD-1607} if it does not compile, {@code BRD-1608} if there is no compiler, {@code BRD-1615} if its classes could not be written
     */
    void compile(SourceProgram program, Path output) throws IOException {
        int code = run(program, output);
        switch (code) {
            case 0 -> {}
            case CompileMain.REFUSED -> throw failed(program, "javac says why above", "Correct it, and start again");
            case CompileMain.NO_COMPILER -> throw new BraidException(ErrorCode.JDK_MISSING, "this Java has no compiler", System.getProperty("java.home") + " is no JDK", "Set JAVA_HOME to a JDK");
            case CompileMain.CANNOT_WRITE -> throw Files.exists(output) ? CacheDirectory.nowhere(output, "not all of them could be written") : CacheDirectory.vanished(output, "it");
            default -> throw failed(program, "its compiler ended with code " + code, "Start again; a code above 128 is a signal, 137 most often a lack of memory");
        }
    }

    private static BraidException failed(SourceProgram program, String why, String whatToDo) {
        return new BraidException(ErrorCode.COMPILE_FAILED, "'" + program.file() + "' does not compile", why, whatToDo);
    }

    /** Once more without the cache if that was the end of its JVM. */
    private int run(SourceProgram program, Path output) throws IOException {
        int code = attempt(program, output);
        return CompilerJvm.diesOfItsCache(code) ? attempt(program, output) : code;
    }

    private int attempt(SourceProgram program, Path output) throws IOException {
        List<String> command = CompilerJvm.command(List.of());
        command.addAll(List.of(
                CompileMain.class.getName(), program.file().toString(), program.mainClass(), program.sourceRoot().toString(), compilePath, output.toString(), Long.toString(ProcessHandle.current().pid()), profile));
        command.addAll(options);
        ProcessBuilder builder = new ProcessBuilder(command);
        if (System.getProperty("sun.jnu.encoding", "").equals(ASCII)) {
            builder.environment().put("LC_ALL", "C.UTF-8"); // javac gives up at a directory in which any file has a name that it can't read
        }
        Process process = builder.inheritIO().start();
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while compiling", e);
        }
    }
}
