package org.braid.boot.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** What is put in the place of members of System, Runtime and Thread, and what is left alone. */
class OwnCallsTest {
    private final OwnCalls calls = new OwnCalls(OwnCallsTest.class.getClassLoader());

    /** Names everything that is replaced. */
    static final class User {
        int branches(int n) {
            PrintStream before = System.out;
            System.setOut(System.err);
            for (int i = 0; i < n; i++) {
                before.println(i % 2 == 0 ? "even" : "odd");
            }
            IntConsumer exit = System::exit;
            Runtime.getRuntime().addShutdownHook(new Thread());
            if (n > 100) {
                Runtime.getRuntime().exit(n);
            } else if (n > 50) {
                Runtime.getRuntime().halt(n);
            }
            Thread.setDefaultUncaughtExceptionHandler(null);
            exit.accept(n);
            return System.in == null ? 1 : (int) System.nanoTime();
        }
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in = OwnCallsTest.class.getResourceAsStream(type.getName().substring(type.getPackageName().length() + 1) + ".class")) {
            return in.readAllBytes();
        }
    }

    private static List<String> members(byte[] classFile, String owner) {
        TreeSet<String> names = new TreeSet<>();
        for (PoolEntry each : ClassFile.of().parse(classFile).constantPool()) {
            if (each instanceof MemberRefEntry member && member.owner().asInternalName().endsWith(owner)) {
                names.add(member.name().stringValue());
            }
        }
        return List.copyOf(names);
    }

    @Test
    void whatWouldTouchTheWholeProcessIsReplacedAndNothingElse() throws Exception {
        byte[] own = calls.in(bytes(User.class));
        assertEquals(List.of("addShutdownHook", "err", "exit", "halt", "in", "out", "setDefaultUncaughtExceptionHandler", "setOut"), members(own, "/OwnSystem"));
        assertEquals(List.of("nanoTime"), members(own, "/System"));
        calls.verify(own);
    }

    /** Names what it has of Thread's as its own. */
    static class Worker extends Thread {
        static void handle() {
            setDefaultUncaughtExceptionHandler(null);
        }
    }

    /** Has another method of that name. */
    static final class Foreman extends Worker {
        static void setDefaultUncaughtExceptionHandler(String text) {}

        static void tell() {
            Foreman.setDefaultUncaughtExceptionHandler("nobody");
        }
    }

    @Test
    void whatASubclassOfThreadHasInheritedIsReplacedThereTooAndNothingOfItsOwn() throws Exception {
        assertEquals(List.of("setDefaultUncaughtExceptionHandler"), members(calls.in(bytes(Worker.class)), "/OwnSystem"));
        byte[] own = bytes(Foreman.class);
        assertSame(own, calls.in(own));
    }

    @Test
    void aClassThatUsesNoneOfThemStaysAsItIs() throws Exception {
        byte[] bytes = bytes(Seldom.class);
        assertSame(bytes, calls.in(bytes));
    }

    /** It tells the time alone. */
    static final class Seldom {
        long now() {
            return System.nanoTime() + Runtime.getRuntime().freeMemory();
        }
    }

    @Test
    void bytesThatAreNoClassFileAreLeftToWhoeverDefinesThem() throws Exception {
        byte[] whole = bytes(User.class);
        for (int length = 0; length < whole.length; length += 7) {
            byte[] cut = Arrays.copyOf(whole, length);
            if (ConstantPoolPatch.of(cut) == null) {
                assertSame(cut, calls.in(cut));
            }
        }
    }

    @Test
    void aClassThatBreaksARuleOfTheVerifierIsFound() throws Exception {
        byte[] broken = ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS).build(ClassDesc.of("Broken"), type -> type.withMethodBody(
                "number", MethodTypeDesc.of(ConstantDescs.CD_int), AccessFlag.STATIC.mask(), code -> code.ldc("text").ireturn()));
        VerifyError found = assertThrows(VerifyError.class, () -> calls.verify(broken));
        assertTrue(String.valueOf(found.getMessage()).contains("number"), found::toString);
    }
}
