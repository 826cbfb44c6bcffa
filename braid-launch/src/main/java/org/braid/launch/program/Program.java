package org.braid.launch.program;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.launch.compile.CacheDirectory;
import org.braid.launch.compile.ClassCache;
import org.braid.launch.compile.CompiledProgram;
import org.braid.launch.jvm.GivenOptions;
import org.braid.launch.jvm.PassedOptions;
import org.braid.launch.options.RunOptions;
import org.braid.launch.text.Names;
import org.jspecify.annotations.Nullable;

/**
 * What the ranks run, ready to start.
 *
 * @param mainClass binary name
 * @param classPath absolute entries that follow Braid's own
 * @param jvmOptions what it brings for the JVM, before what the user says
 * @param compiled what of the cache it uses, which must not be removed meanwhile; null for nothing
 */
public record Program(String mainClass, List<String> classPath, List<String> jvmOptions, @Nullable CompiledProgram compiled) {
    /** A program that brings nothing for the JVM, and uses nothing of the cache. */
    public Program(String mainClass, List<String> classPath) {
        this(mainClass, classPath, List.of(), null);
    }

    /** Gives back what it uses of the cache, since the job has ended. */
    public void release() {
        try {
            if (compiled != null) {
                compiled.close();
            }
        } catch (IOException e) {
            // This process's end does the same.
        }
    }

    /**
     * Finds what was named, and compiles it if need be.
     *
     * @param options what the user asked for: the word that names the program, and its class path
     * @throws BraidException {@code BRD-1605} if there is no such program, {@code BRD-1606} or {@code BRD-1611} if it can't be run, {@code BRD-1607} if it does not compile
     * @throws IOException if a file could not be read or written
     */
    public static Program resolve(RunOptions options) throws IOException {
        String name = options.program();
        if (name.endsWith(".java")) {
            return compiled(existing(name), userPath(options, ""), options);
        }
        if (name.endsWith(".jar")) {
            return JarProgram.of(existing(name), userPath(options, ""));
        }
        if (name.endsWith(".class")) {
            throw new BraidException(
                    ErrorCode.PROGRAM_NOT_FOUND, "'" + name + "'", "it is a class file, not the name of a class", "Name the class itself: braid run -cp " + ClassFileName.options(name));
        }
        return onClassPath(name, userPath(options, "."));
    }

    /**
     * Whether its class path certainly provides no such service: directories are looked into, jars are not opened for it.
     *
     * @param service the binary name of its interface
     */
    public boolean bringsNoService(String service) {
        for (String entry : classPath) {
            File place = new File(entry);
            if (place.isFile() || new File(place, "META-INF/services/" + service).exists()) {
                return false;
            }
        }
        return true;
    }

    /** Whether {@link #bringsNoService} holds for each of several services. */
    public boolean bringsNone(List<String> services) {
        for (String service : services) {
            if (!bringsNoService(service)) {
                return false;
            }
        }
        return true;
    }

    private static File existing(String name) {
        Names.check(name);
        File file = new File(name);
        if (file.isDirectory()) {
            throw unreadable(name, "it is a directory", "Name the .java file, class or .jar in it");
        }
        if (!file.exists()) {
            throw new BraidException(
                    ErrorCode.PROGRAM_NOT_FOUND,
                    "'" + name + "' not found",
                    "there is no such file in " + Path.of("").toAbsolutePath(),
                    "The first word after the options is taken as the program; did an option lack its value?");
        }
        if (!file.isFile()) {
            throw unreadable(name, "it is no regular file", "Name a .java file or a .jar on a disk");
        }
        if (!file.canRead()) {
            throw unreadable(name, "its permissions forbid it", "Change its permissions or its owner");
        }
        return file;
    }

    private static BraidException unreadable(String name, String why, String whatToDo) {
        return new BraidException(ErrorCode.FILE_UNREADABLE, "'" + name + "' cannot be read", why, whatToDo);
    }

    private static Program compiled(File source, List<String> userPath, RunOptions options) throws IOException {
        List<String> compilePath = new ArrayList<>(userPath);
        compilePath.addFirst(OwnClasses.path());
        String build = System.getProperty("java.vm.version") + " " + Build.name();
        List<String> passed = PassedOptions.of(GivenOptions.of(options.jvmArgs(), options.exports()).words());
        CompiledProgram program =
                new ClassCache(CacheDirectory.writable(), build).program(source.toPath(), String.join(File.pathSeparator, compilePath), options.profile(), passed);
        List<String> path = new ArrayList<>(userPath);
        path.addFirst(program.classes().toString());
        return new Program(program.mainClass(), path, List.of(), program);
    }

    private static Program onClassPath(String name, List<String> path) throws IOException {
        String dotted = (name.startsWith("./") ? name.substring(2) : name).replace('/', '.'); // java itself takes slashes, and users write ./Prog as they do of other programs
        if (!ClassPath.has(path, dotted)) {
            if (name.startsWith("org.braid.")) {
                return new Program(name, List.of()); // one of Braid's own: benchmarks, rehearsal
            }
            if (new File(name).exists()) {
                throw unreadable(existing(name).toString(), "its name ends with neither .java nor .jar", "Name a source file, a class or a jar");
            }
            File file = new File(name + ".java");
            throw new BraidException(
                    ErrorCode.PROGRAM_NOT_FOUND,
                    "class '" + name + "' not found",
                    "searched: " + String.join(", ", path),
                    file.isFile() ? "Did you mean " + file + "?" : ShellCommand.isNamed(name) ? ShellCommand.hint(name) : "Give its class path with -cp, or name a .java file or a .jar");
        }
        return new Program(dotted, path);
    }

    /** {@code -cp}, else {@code $CLASSPATH}, else a default; each entry absolute. */
    private static List<String> userPath(RunOptions options, String otherwise) {
        String path = options.classPath();
        if (path.isEmpty()) {
            String environment = System.getenv("CLASSPATH");
            path = environment == null || environment.isEmpty() ? otherwise : environment;
        }
        return path.isEmpty() ? List.of() : ClassPath.entries(path, options.wdir());
    }
}
