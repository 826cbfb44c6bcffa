package org.braid.launch.compile;

import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;

/**
 * The JDK's compiler at work on a program. Where it can't choose between a type of package mpi and one of another package that was imported whole, it begins again without ours, since a program that was right for some library
 * means the other one; if it then finds more to choose from, once more.
 */
final class Compilation {
    /** A compiler that gives up early may find the next name only when it can read the first. */
    private static final int MOST_ATTEMPTS = 4;

    private final JavaCompiler compiler;
    private final List<String> options;
    private final Opening opening;
    private final Set<String> sources = new LinkedHashSet<>();
    private String messages = "";
    private Set<String> hidden;

    /** Of the compiler's files, for each attempt anew. */
    interface Opening {
        /** @param hidden types of package mpi that this attempt does not see */
        SourceFiles open(StandardJavaFileManager files, Set<String> hidden) throws IOException;
    }

    /**
     * It compiles nothing yet.
     *
     * @param options as javac takes them
     * @param opening of its files
     * @param hidden types of package mpi that the program is not to see
     */
    Compilation(JavaCompiler compiler, List<String> options, Opening opening, Set<String> hidden) {
        this.compiler = compiler;
        this.options = options;
        this.opening = opening;
        this.hidden = hidden;
    }

    /** What the compiler has said: of the attempt that went well, or of the first one. */
    String messages() {
        return messages;
    }

    /** The source files that were read. */
    Set<String> sources() {
        return sources;
    }

    /** Types of package mpi that the program did not see. */
    Set<String> hidden() {
        return hidden;
    }

    /**
     * Compiles these source files, with what they need.
     *
     * @return whether all of it could be compiled
     * @throws IllegalArgumentException if the compiler does not take the options
     */
    boolean run(List<String> files) throws IOException {
        Set<String> given = hidden;
        StringWriter first = new StringWriter();
        boolean compiled = attempt(files, given, first);
        messages = first.toString();
        Set<String> without = new HashSet<>(given);
        String last = messages;
        for (int attempts = 1; !compiled && attempts < MOST_ATTEMPTS && without.addAll(Ambiguity.in(last)); attempts++) {
            StringWriter next = new StringWriter();
            compiled = attempt(files, without, next);
            last = next.toString();
        }
        if (compiled) {
            messages = last;
            hidden = without;
        }
        return compiled;
    }

    /** Says what can be done where the compiler could not choose. */
    void advise(PrintStream to) {
        Set<String> ambiguous = Ambiguity.in(messages);
        if (!ambiguous.isEmpty()) {
            to.print(Profile.advice(ambiguous));
        }
    }

    private boolean attempt(List<String> files, Set<String> without, StringWriter said) throws IOException {
        try (SourceFiles all = opening.open(compiler.getStandardFileManager(null, null, null), without)) {
            JavacTask task = (JavacTask) compiler.getTask(said, all, null, options, null, all.named(files));
            task.addTaskListener(new ParsedSources(sources));
            return task.call();
        }
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
