package org.braid.house;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Classes that break a rule on purpose, compiled for one test: a rule that has never failed is no rule. */
final class Plant {
    private final List<JavaFileObject> sources = new ArrayList<>();

    /** Adds one class; {@code root} may be an ArchUnit pattern that ends in two dots. */
    Plant add(String root, String body) {
        String pack = pack(root);
        String name = name(sources.size());
        sources.add(new Source(pack, name, "package " + pack + "; public class " + name + " { " + body + " }"));
        return this;
    }

    private static String pack(String root) {
        return root.replace("..", "") + ".planted";
    }

    private static String name(int number) {
        return "Planted" + number;
    }

    /** Compiles what was added and reads it as the rules read Braid. */
    JavaClasses grow(Path directory) {
        sow(directory);
        return new ClassFileImporter().importPath(directory);
    }

    /** Reads one of the classes that were compiled there, the one that was added to this root as the so-manieth of all, from 0. */
    static JavaClasses pick(Path directory, String root, int number) {
        JavaClasses one = new ClassFileImporter().importPath(directory.resolve(pack(root).replace('.', '/')).resolve(name(number) + ".class"));
        if (one.size() != 1) {
            throw new IllegalStateException("a rule that sees no class is broken by it, too");
        }
        return one;
    }

    /** Compiles what was added. */
    void sow(Path directory) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options = List.of("-d", directory.toString(), "-proc:none", "-nowarn", "-XDenableSunApiLintControl");
        boolean grown = compiler.getTask(null, null, diagnostic -> {}, options, null, sources).call();
        if (!grown) {
            throw new IllegalStateException("a planted class does not compile; it proves nothing then");
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String pack, String name, String text) {
            super(URI.create("string:///" + pack.replace('.', '/') + "/" + name + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) throws IOException {
            return text;
        }
    }
}
