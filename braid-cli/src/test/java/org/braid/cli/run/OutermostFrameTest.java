package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that take the last frame of their stack for their own find it, where Braid is the one jar that it is for users. */
@Timeout(120)
class OutermostFrameTest {
    private static final String PROGRAM =
            """
            public class Outermost {
                static String last(StackTraceElement[] stack) {
                    return stack[stack.length - 1].getClassName() + "." + stack[stack.length - 1].getMethodName();
                }

                public static void main(String[] arguments) throws Exception {
                    Thread main = Thread.currentThread();
                    System.out.println(last(main.getStackTrace()));
                    System.out.println(last(new Throwable().getStackTrace()));
                    System.out.println(StackWalker.getInstance().walk(frames -> frames.reduce((a, b) -> b)).get().getMethodName());
                    Thread other = new Thread(() -> System.out.println(last(main.getStackTrace())));
                    other.start();
                    other.join();
                }
            }
            """;

    /** Classes of all modules, each of which is a directory or a jar by now: this test runs before there is one jar. */
    private static Path oneJar(Path directory) throws IOException {
        Path jar = directory.resolve("braid.jar");
        try (OutputStream file = Files.newOutputStream(jar); ZipOutputStream zip = new ZipOutputStream(file)) {
            for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator)) {
                Path classes = Path.of(entry);
                if (classes.endsWith("target/classes")) {
                    add(classes, zip);
                } else if (entry.matches(".*/braid-[a-z]+-[^/]*\\.jar")) {
                    try (FileSystem module = FileSystems.newFileSystem(classes)) {
                        add(module.getPath("/"), zip);
                    }
                }
            }
        }
        return jar;
    }

    private static void add(Path classes, ZipOutputStream zip) throws IOException {
        try (var files = Files.walk(classes)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".class") && !each.startsWith(classes.resolve("jdk"))).toList()) {
                zip.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
    }

    @Test
    void theLastFrameOfAProgramIsItsMainMethod(@TempDir Path directory) throws Exception {
        Path program = Files.writeString(directory.resolve("Outermost.java"), PROGRAM);
        List<String> withJar = List.of("sh", "-c", "java=$1; shift; exec \"$java\" -Dbraid.jar='" + oneJar(directory) + "' \"$@\"", "sh");
        try (TestJob job = TestJob.startUnder(withJar, directory, "-n", "1", program.toString())) {
            TestJob.Result result = job.end();
            TestJob.assertCode(0, result);
            assertEquals("Outermost.main\nOutermost.main\nmain\nOutermost.main\n", result.out(), result.err());
        }
    }
}
