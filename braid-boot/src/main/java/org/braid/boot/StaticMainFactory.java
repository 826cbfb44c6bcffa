package org.braid.boot;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;

/**
 * Writes the class file of a {@link StaticMain}: a hidden class in the program's own package, so that it may call what reflection with
 * {@code setAccessible} may call, and so that it shows in no stack.
 *
 * <pre>
 *   final class Call extends StaticMain {
 *     static { new Call(); }                                            // StaticMain's constructor keeps it
 *     public void call(String[] arguments) { Program.main(arguments); }
 *   }
 * </pre>
 */
final class StaticMainFactory {
    private static final int JAVA_8 = 52; // no branches, so no stack maps in any version
    private static final String SUPER = "org/braid/boot/StaticMain";
    private static final String ARGUMENTS = "([Ljava/lang/String;)V";

    // Constant pool: indices by the order in which constants() writes them.
    private static final int THIS = 2;
    private static final int SUPER_CLASS = 4;
    private static final int INIT = 5;
    private static final int NO_ARGUMENTS = 6;
    private static final int SUPER_INIT = 8;
    private static final int THIS_INIT = 9;
    private static final int CLINIT = 10;
    private static final int CALL = 11;
    private static final int STRING_ARGUMENTS = 12;
    private static final int PROGRAM_MAIN = 17;
    private static final int CODE = 18;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    private final DataOutputStream out = new DataOutputStream(bytes);

    private StaticMainFactory() {}

    /** @throws IllegalAccessException if the program's package cannot be entered */
    static StaticMain of(Class<?> program) throws IllegalAccessException {
        MethodHandles.Lookup inPackage = MethodHandles.privateLookupIn(program, MethodHandles.lookup());
        inPackage.defineHiddenClass(new StaticMainFactory().classFile(program.getName().replace('.', '/')), true);
        StaticMain made = StaticMain.MADE.get();
        StaticMain.MADE.remove();
        return made;
    }

    private byte[] classFile(String program) {
        try {
            out.writeInt(0xCAFEBABE);
            out.writeInt(JAVA_8);
            constants(program);
            shorts(0x0030, THIS, SUPER_CLASS, 0, 0); // final super, no interfaces, no fields
            out.writeShort(3);
            method(0, INIT, NO_ARGUMENTS, 1, 0x2a, 0xb7, 0, SUPER_INIT, 0xb1); // aload_0, invokespecial, return
            method(8, CLINIT, NO_ARGUMENTS, 0, 0xbb, 0, THIS, 0xb7, 0, THIS_INIT, 0xb1); // new, invokespecial, return
            method(1, CALL, STRING_ARGUMENTS, 2, 0x2b, 0xb8, 0, PROGRAM_MAIN, 0xb1); // aload_1, invokestatic, return
            out.writeShort(0);
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail to be written", e);
        }
    }

    private void constants(String program) throws IOException {
        out.writeShort(CODE + 1);
        utf8(program + "$Call");
        reference(7, 1);
        utf8(SUPER);
        reference(7, 3);
        utf8("<init>");
        utf8("()V");
        pair(12, INIT, NO_ARGUMENTS);
        pair(10, SUPER_CLASS, 7);
        pair(10, THIS, 7);
        utf8("<clinit>");
        utf8("call");
        utf8(ARGUMENTS);
        utf8(program);
        reference(7, 13);
        utf8("main");
        pair(12, 15, STRING_ARGUMENTS);
        pair(10, 14, 16);
        utf8("Code");
    }

    private void utf8(String text) throws IOException {
        out.writeByte(1);
        out.writeUTF(text);
    }

    private void reference(int tag, int index) throws IOException {
        out.writeByte(tag);
        out.writeShort(index);
    }

    private void pair(int tag, int first, int second) throws IOException {
        reference(tag, first);
        out.writeShort(second);
    }

    private void shorts(int... values) throws IOException {
        for (int value : values) {
            out.writeShort(value);
        }
    }

    private void method(int access, int name, int descriptor, int locals, int... code) throws IOException {
        shorts(access, name, descriptor, 1, CODE);
        out.writeInt(12 + code.length);
        shorts(1, locals);
        out.writeInt(code.length);
        for (int instruction : code) {
            out.writeByte(instruction);
        }
        shorts(0, 0);
    }
}
