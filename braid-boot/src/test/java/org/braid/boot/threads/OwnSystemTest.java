package org.braid.boot.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.Thread.UncaughtExceptionHandler;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A rank's copy of OwnSystem, which is rewritten as the rank's other classes are: every member of it leads to the rank's life. */
class OwnSystemTest {
    private static final Thread HOOK = new Thread();
    private static final UncaughtExceptionHandler HANDLER = (thread, thrown) -> {};
    private static final PrintStream STREAM = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    private static final InputStream INPUT = new ByteArrayInputStream(new byte[0]);

    private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();

    /** Keeps what it is asked. */
    private final class Asked implements Life {
        @Override
        public PrintStream out() {
            return STREAM;
        }

        @Override
        public PrintStream err() {
            return STREAM;
        }

        @Override
        public InputStream in() {
            return INPUT;
        }

        @Override
        public void setOut(@Nullable PrintStream to) {
            asked.add("setOut");
        }

        @Override
        public void setErr(@Nullable PrintStream to) {
            asked.add("setErr");
        }

        @Override
        public @Nullable String variable(String name) {
            asked.add("variable " + name);
            return "its own";
        }

        @Override
        public Map<String, String> variables() {
            asked.add("variables");
            return Map.of("NAME", "its own");
        }

        @Override
        public void exit(int code) {
            asked.add("exit " + code);
        }

        @Override
        public void halt(int code) {
            asked.add("halt " + code);
        }

        @Override
        public void addHook(Thread hook) {
            asked.add("addHook");
        }

        @Override
        public boolean removeHook(Thread hook) {
            asked.add("removeHook");
            return true;
        }

        @Override
        public @Nullable UncaughtExceptionHandler handler() {
            asked.add("handler");
            return HANDLER;
        }

        @Override
        public void setHandler(@Nullable UncaughtExceptionHandler handler) {
            asked.add("setHandler");
        }
    }

    private Class<?> copy() throws ClassNotFoundException {
        return new RankLoader(new RankClasses(), new Asked()).loadClass(OwnSystem.class.getName());
    }

    private static @Nullable Object call(Method method) throws ReflectiveOperationException {
        return method.invoke(null, Stream.of(method.getParameterTypes()).map(OwnSystemTest::argument).toArray());
    }

    private static Object argument(Class<?> type) {
        return Stream.of(HOOK, HANDLER, STREAM, INPUT, Runtime.getRuntime(), "NAME", 7)
                .filter(each -> type.isInstance(each) || type == int.class && each instanceof Integer)
                .findFirst()
                .orElseThrow();
    }

    private static List<Method> methods(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods()).filter(each -> Modifier.isPublic(each.getModifiers())).toList();
    }

    @Test
    void everyMethodComesBackFromTheRanksLife() throws Exception {
        for (Method method : methods(copy())) {
            Object answer = call(method);
            assertEquals(method.getReturnType() == void.class, answer == null, method::toString);
        }
        assertEquals(List.of("addHook", "exit 7", "exit 7", "halt 7", "handler", "removeHook", "setErr", "setHandler", "setOut", "variable NAME", "variables"), asked.stream().sorted().toList());
    }

    @Test
    void whatIsReadIsWhatWasSetLast() throws Exception {
        Class<?> copy = copy();
        for (String name : List.of("out", "err", "in")) {
            Field field = copy.getField(name);
            assertNotNull(field.get(null));
            String setter = "set" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
            Object other = field.getType() == InputStream.class ? InputStream.nullInputStream() : new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
            Object ignored = copy.getMethod(setter, field.getType()).invoke(null, other);
            assertSame(other, field.get(null));
        }
    }
}
