package org.braid.boot.warm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.Charset;
import java.util.Map;

/**
 * The environment of this process, set by the C library's {@code setenv}. The JDK copies it when it is first asked for a variable, so nobody may ask before: whether somebody has is found out behind the change.
 */
final class Variables {
    private static final String CHARSET = "sun.jnu.encoding";

    private final MethodHandle clear;
    private final MethodHandle set;

    /** Binds what it needs, which takes tens of milliseconds. */
    Variables() {
        Linker linker = Linker.nativeLinker();
        clear = linker.downcallHandle(linker.defaultLookup().findOrThrow("clearenv"), FunctionDescriptor.of(JAVA_INT));
        set = linker.downcallHandle(linker.defaultLookup().findOrThrow("setenv"), FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
    }

    /**
     * From now on the environment is this.
     *
     * @throws IOException if it is not, as the JDK sees it
     */
    void become(Map<String, String> wanted) throws IOException {
        Charset charset = Charset.forName(System.getProperty(CHARSET));
        try (Arena arena = Arena.ofConfined()) {
            int ignored = (int) clear.invokeExact();
            for (Map.Entry<String, String> each : wanted.entrySet()) {
                ignored = (int) set.invokeExact(text(arena, each.getKey(), charset), text(arena, each.getValue(), charset), 1);
            }
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
        if (!System.getenv().equals(wanted)) {
            throw new IOException("the environment was looked at before, or cannot be set");
        }
    }

    private static MemorySegment text(Arena arena, String text, Charset charset) {
        byte[] bytes = text.getBytes(charset);
        MemorySegment copy = arena.allocate(bytes.length + 1);
        MemorySegment.copy(bytes, 0, copy, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return copy;
    }
}
