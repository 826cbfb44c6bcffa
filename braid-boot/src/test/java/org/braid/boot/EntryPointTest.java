package org.braid.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class EntryPointTest {
    static final List<String> CALLED = new ArrayList<>();

    static class Plain {
        public static void main(String[] arguments) {
            CALLED.add("plain " + arguments.length);
        }
    }

    static class PackagePrivateWithoutArguments {
        static void main() {
            CALLED.add("short");
        }
    }

    static class Instance {
        void main(String[] arguments) {
            CALLED.add("instance " + arguments.length);
        }
    }

    static class Both {
        static void main() {
            CALLED.add("wrong");
        }

        void main(String[] arguments) {
            CALLED.add("with arguments first");
        }
    }

    interface InInterface {
        static void main(String[] arguments) {
            CALLED.add("in an interface");
        }
    }

    static class Inherits extends Plain {}

    static class NoMain {}

    static class PrivateMain {
        @SuppressWarnings("unused")
        private static void main(String[] arguments) {}
    }

    static class WrongResult {
        static int main(String[] arguments) {
            return arguments.length;
        }
    }

    static class NoConstructor {
        NoConstructor(int unused) {}

        void main() {}
    }

    static class Throws {
        static void main() {
            throw new IllegalStateException("mine");
        }
    }

    static class ThrowsPlainly {
        public static void main(String[] arguments) throws IOException {
            throw new IOException("checked");
        }
    }

    private static String call(Class<?> program) throws Throwable {
        CALLED.clear();
        EntryPoint entry = EntryPoint.of(program);
        assertNotNull(entry);
        entry.call(new String[] {"a", "b"});
        return String.join(",", CALLED);
    }

    @Test
    void mainIsFoundAsTheJdkFindsIt() throws Throwable {
        assertEquals("plain 2", call(Plain.class));
        assertEquals("short", call(PackagePrivateWithoutArguments.class));
        assertEquals("instance 2", call(Instance.class));
        assertEquals("with arguments first", call(Both.class));
        assertEquals("plain 2", call(Inherits.class));
        assertEquals("in an interface", call(InInterface.class));
    }

    @Test
    void whatIsNoMainIsNotCalled() {
        assertNull(EntryPoint.of(NoMain.class));
        assertNull(EntryPoint.of(PrivateMain.class));
        assertNull(EntryPoint.of(WrongResult.class));
        assertNull(EntryPoint.of(NoConstructor.class));
    }

    @Test
    void whatTheProgramThrowsIsThrownAsItIs() {
        assertEquals("mine", assertThrows(IllegalStateException.class, () -> call(Throws.class)).getMessage());
        IOException checked = assertThrows(IOException.class, () -> call(ThrowsPlainly.class));
        assertEquals("checked", checked.getMessage());
        StackTraceElement[] frames = checked.getStackTrace();
        int caller = 1;
        while (!frames[caller].getClassName().equals(EntryPoint.class.getName())) {
            caller++;
        }
        StackTraceElement[] between = Arrays.copyOfRange(frames, 1, caller);
        assertEquals(0, EntryPoint.withoutCallers(between).length, "between program and caller stands only what users are not shown");
    }
}
