package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;

/** A program in one source that many jobs of a test run: a job with a cache of its own that is given the source file compiles it for itself, which costs more than the job. */
final class CompiledOnce {
    private CompiledOnce() {}

    /** Compiles it by the compiler of this process, and gives the directory where its classes are: for {@code -cp}. */
    static String classes(Path directory, String name, String source) throws IOException {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        Path file = Files.writeString(directory.resolve(name + ".java"), source);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler().run(null, null, said, "-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path"), file.toString());
        assertEquals(0, code, () -> said.toString(StandardCharsets.UTF_8));
        return classes.toString();
    }
}
