package org.braid.cli.compile;

import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Main class of the process that compiles a program: the JDK's compiler, which prints what javac prints, and a list of the source files
 * it read, so that the cache knows what the classes depend on. Arguments: source file, its
 * main class, source path, class path, output directory.
 */
public final class CompileMain {
    static final String SOURCES = "braid.sources";

    /** Strings are joined by plain calls: the first {@code invokedynamic} of a process would link for 10 ms in every rank. */
    private static final String INLINE_CONCAT = "-XDstringConcat=inline";

    private CompileMain() {}

    public static void main(String[] arguments) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            System.err.println("braid: this Java has no compiler; set JAVA_HOME to a JDK, not a JRE");
            System.exit(3);
        }
        List<String> options = List.of("-sourcepath", arguments[2], "-classpath", arguments[3], "-d", arguments[4], "-implicit:class", "-proc:none", INLINE_CONCAT);
        Set<String> sources = new LinkedHashSet<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(null, files, null, options, null, files.getJavaFileObjects(arguments[0]));
            task.addTaskListener(new ParsedSources(sources));
            if (!task.call()) {
                System.exit(1);
            }
        }
        String list = arguments[1] + "\n" + String.join("\n", sources) + "\n";
        Files.writeString(Path.of(arguments[4], SOURCES), list, StandardCharsets.UTF_8);
    }

    /** Notes each file that the compiler parses. */
    private record ParsedSources(Set<String> sources) implements TaskListener {
        @Override
        public void finished(TaskEvent event) {
            if (event.getKind() == TaskEvent.Kind.PARSE) {
                sources.add(Path.of(event.getSourceFile().toUri()).toString());
            }
        }
    }
}
