package org.braid.launch.compile;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.OptionChecker;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Main class of the process in which {@link MpiJavac} compiles. Arguments: pid of that command, profile, then javac's own. Source files go the way of {@link Compilation}; what javac is asked beside that (its version, processing of
 * annotations alone, wrong options) it answers itself.
 */
final class MpiJavacMain {
    private final JavaCompiler compiler;
    private final List<String> options = new ArrayList<>();
    private final List<String> sources = new ArrayList<>();
    private Charset otherwise = StandardCharsets.ISO_8859_1;
    private boolean ordinary = true;

    private MpiJavacMain(JavaCompiler compiler) {
        this.compiler = compiler;
    }

    /** Ends this process with javac's exit code. */
    public static void main(String[] arguments) throws IOException {
        CompileMain.endWith(Long.parseLong(arguments[0]));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            System.err.println("braid: this Java has no compiler: " + System.getProperty("java.home") + " is no JDK\n  hint         Set JAVA_HOME to a JDK");
            System.exit(CompileMain.NO_COMPILER);
        }
        List<String> words = ArgumentFiles.expanded(Arrays.asList(arguments).subList(2, arguments.length));
        MpiJavacMain main = new MpiJavacMain(compiler);
        main.sort(words);
        Boolean compiled = main.ordinary && !main.sources.isEmpty() ? main.compile(arguments[1]) : null;
        System.exit(compiled == null ? compiler.run(null, null, null, words.toArray(new String[0])) : compiled ? 0 : 1);
    }

    private void sort(List<String> words) throws IOException {
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            for (int at = 0; at < words.size(); at++) {
                String word = words.get(at);
                if (word.startsWith("-")) {
                    options.add(word);
                    if (hasValue(word, files) && at + 1 < words.size()) {
                        options.add(words.get(++at));
                        encoding(word, words.get(at));
                    }
                } else if (word.endsWith(".java")) {
                    sources.add(word);
                } else {
                    ordinary = false;
                }
            }
        }
    }

    /** Whether the next word belongs to an option, of which the compiler knows some and its files the others. */
    private boolean hasValue(String option, OptionChecker files) {
        boolean attached = option.startsWith("--") && option.indexOf('=') > 0;
        return !attached && (compiler.isSupportedOption(option) > 0 || files.isSupportedOption(option) > 0);
    }

    private void encoding(String option, String value) {
        if (option.equals("-encoding") && Charset.isSupported(value)) {
            otherwise = Charset.forName(value);
        }
    }

    /** Null if javac does not take the options, or does not find a file: it says best why. */
    private @Nullable Boolean compile(String profile) throws IOException {
        Compilation compilation = new Compilation(compiler, options, (files, hidden) -> new SourceFiles(files, otherwise, hidden), Profile.hidden(profile));
        boolean compiled;
        try {
            compiled = compilation.run(sources);
        } catch (IllegalArgumentException notTaken) {
            return null;
        }
        System.err.print(compilation.messages());
        if (!compiled) {
            compilation.advise(System.err);
        } else if (profile.equals("all") && !compilation.hidden().isEmpty()) {
            System.err.println("mpijavac: of package mpi was not seen: " + String.join(", ", compilation.hidden().stream().sorted().toList())
                    + "; another package that is imported whole has a type of that name (--profile " + Profile.MPJ + " hides all that MPJ Express did not have)");
        }
        return compiled;
    }
}
