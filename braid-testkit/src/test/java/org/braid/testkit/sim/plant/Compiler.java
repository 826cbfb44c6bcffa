package org.braid.testkit.sim.plant;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Compiles changed sources in memory, against everything that this test sees, and what was compiled so before in place of what it sees of that. */
final class Compiler {
    private static final List<String> OPTIONS = List.of("-proc:none", "-nowarn", "-XDsuppressNotes", "--release", "25");

    private Compiler() {}

    /** Class files by class name; {@code before} are those of an earlier compilation. */
    static Map<String, byte[]> compile(Map<String, String> sources, Map<String, byte[]> before) {
        if (sources.isEmpty()) {
            return Map.of();
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Output output = new Output(compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8), before);
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

    private static final class Compiled extends SimpleJavaFileObject {
        private final String type;
        private final byte[] bytes;

        Compiled(String type, byte[] bytes) {
            super(URI.create("memory:///" + type), Kind.CLASS);
            this.type = type;
            this.bytes = bytes;
        }

        @Override
        public InputStream openInputStream() {
            return new ByteArrayInputStream(bytes);
        }
    }

    private static final class Output extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, byte[]> before;
        private final Map<String, ByteArrayOutputStream> written = new HashMap<>();

        Output(JavaFileManager others, Map<String, byte[]> before) {
            super(others);
            this.before = before;
        }

        @Override
        public Iterable<JavaFileObject> list(Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse) throws IOException {
            Iterable<JavaFileObject> seen = super.list(location, packageName, kinds, recurse);
            if (location != StandardLocation.CLASS_PATH || !packageName.startsWith("org.braid.")) {
                return seen;
            }
            List<JavaFileObject> all = new ArrayList<>();
            for (JavaFileObject each : seen) {
                String type = super.inferBinaryName(location, each);
                all.add(each.getKind() == JavaFileObject.Kind.CLASS && before.containsKey(type) ? new Compiled(type, before.get(type)) : each);
            }
            return all;
        }

        @Override
        public String inferBinaryName(Location location, JavaFileObject file) {
            return file instanceof Compiled compiled ? compiled.type : super.inferBinaryName(location, file);
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
