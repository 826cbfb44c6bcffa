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
 *     static { ((StaticMain[]) MethodHandles.classData(MethodHandles.lookup(), "_", StaticMain[].class))[0] = new Call(); }
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
    private static final int HANDLES = 20;
    private static final int LOOKUP = 24;
    private static final int CLASS_DATA = 28;
    private static final int DATA_NAME = 30;
    private static final int SLOT = 32;
    private static final int SIZE = 33;

    private static final int ICONST_0 = 0x03;
    private static final int LDC = 0x12;
    private static final int ALOAD_0 = 0x2a;
    private static final int ALOAD_1 = 0x2b;
    private static final int AASTORE = 0x53;
    private static final int DUP = 0x59;
    private static final int RETURN = 0xb1;
    private static final int INVOKESPECIAL = 0xb7;
    private static final int INVOKESTATIC = 0xb8;
    private static final int NEW = 0xbb;
    private static final int CHECKCAST = 0xc0;
    private static final int MOST_STACK = 4;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    private final DataOutputStream out = new DataOutputStream(bytes);

    private StaticMainFactory() {}

    /** @throws IllegalAccessException if the program's package cannot be entered */
    static StaticMain of(Class<?> program) throws IllegalAccessException {
        MethodHandles.Lookup inPackage = MethodHandles.privateLookupIn(program, MethodHandles.lookup());
        StaticMain[] made = new StaticMain[1];
        inPackage.defineHiddenClassWithClassData(new StaticMainFactory().classFile(program.getName().replace('.', '/')), made, true);
        return made[0];
    }

    private byte[] classFile(String program) {
        try {
            out.writeInt(0xCAFEBABE);
            out.writeInt(JAVA_8);
            constants(program);
            shorts(0x0030, THIS, SUPER_CLASS, 0, 0); // final super, no interfaces, no fields
            out.writeShort(3);
            method(0, INIT, NO_ARGUMENTS, 1, ALOAD_0, INVOKESPECIAL, 0, SUPER_INIT, RETURN);
            method(8, CLINIT, NO_ARGUMENTS, 0, INVOKESTATIC, 0, LOOKUP, LDC, DATA_NAME, LDC, SLOT, INVOKESTATIC, 0, CLASS_DATA, CHECKCAST, 0, SLOT,
                    ICONST_0, NEW, 0, THIS, DUP, INVOKESPECIAL, 0, THIS_INIT, AASTORE, RETURN);
            method(1, CALL, STRING_ARGUMENTS, 2, ALOAD_1, INVOKESTATIC, 0, PROGRAM_MAIN, RETURN);
            out.writeShort(0);
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail to be written", e);
        }
    }

    private void constants(String program) throws IOException {
        out.writeShort(SIZE);
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
        utf8("java/lang/invoke/MethodHandles");
        reference(7, 19);
        utf8("lookup");
        utf8("()Ljava/lang/invoke/MethodHandles$Lookup;");
        pair(12, 21, 22);
        pair(10, HANDLES, 23);
        utf8("classData");
        utf8("(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;");
        pair(12, 25, 26);
        pair(10, HANDLES, 27);
        utf8("_");
        reference(8, 29);
        utf8("[L" + SUPER + ";");
        reference(7, 31);
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
        shorts(MOST_STACK, locals);
        out.writeInt(code.length);
        for (int instruction : code) {
            out.writeByte(instruction);
        }
        shorts(0, 0);
    }
}
