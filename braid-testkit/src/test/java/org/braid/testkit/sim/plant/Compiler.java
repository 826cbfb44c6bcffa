package org.braid.testkit.sim.plant;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Compiles changed sources in memory, against everything that this test sees. */
final class Compiler {
    private static final List<String> OPTIONS = List.of("-proc:none", "-nowarn", "-XDsuppressNotes", "--release", "25");

    private Compiler() {}

    /** Class files by class name. */
    static Map<String, byte[]> compile(Map<String, String> sources) {
        if (sources.isEmpty()) {
            return Map.of();
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Output output = new Output(compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8));
        List<JavaFileObject> units = new ArrayList<>();
        sources.forEach((type, text) -> units.add(new Source(type, text)));
        StringWriter messages = new StringWriter();
        if (!compiler.getTask(messages, output, null, OPTIONS, null, units).call()) {
            throw new IllegalStateException("What a patch makes of " + sources.keySet() + " does not compile: " + messages);
        }
        return output.classes();
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String type, String text) {
            super(URI.create("string:///" + type.replace('.', '/') + Kind.SOURCE.extension), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Output extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> written = new HashMap<>();

        Output(JavaFileManager others) {
            super(others);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String className, JavaFileObject.Kind kind, @Nullable FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + className), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    written.put(className, bytes);
                    return bytes;
                }
            };
        }

        Map<String, byte[]> classes() {
            Map<String, byte[]> classes = new HashMap<>();
            written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
            return classes;
        }
    }
}
