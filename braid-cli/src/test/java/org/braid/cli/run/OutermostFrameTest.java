package org.braid.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
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

    @Test
    void theLastFrameOfAProgramIsItsMainMethod(@TempDir Path directory) throws Exception {
        Path program = Files.writeString(directory.resolve("Outermost.java"), PROGRAM);
        TestJob.Result result = TestJob.run(directory, "", "-n", "1", program.toString());
        TestJob.assertCode(0, result);
        assertEquals("Outermost.main\nOutermost.main\nmain\nOutermost.main\n", result.out(), result.err());
    }
}
