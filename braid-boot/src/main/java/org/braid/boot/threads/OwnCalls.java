package org.braid.boot.threads;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/**
 * Puts {@link OwnSystem} in the place of what a class would use of the JVM's: static members of {@code System}, {@code Thread} and {@code ClassLoader} by another class name in the constant pool, which leaves the code as it is; methods of {@code
 * Runtime}, which few classes call, by another instruction. One thread at a time.
 */
final class OwnCalls {
    private static final String OWN = OwnSystem.class.getName().replace('.', '/');

    private final ClassHierarchyResolver hierarchy;
    private final Heirs heirs;

    /** @param classes where classes are found, as resources, that the code names */
    OwnCalls(ClassLoader classes) {
        this.hierarchy = ClassHierarchyResolver.ofResourceParsing(classes).cached();
        this.heirs = new Heirs(classes);
    }

    /** The same class, or these bytes themselves if it uses nothing of the kind. */
    byte[] in(byte[] classFile) {
        ConstantPoolPatch pool = ConstantPoolPatch.of(classFile);
        if (pool == null) {
            return classFile; // whoever defines it says what is wrong
        }
        byte[] patched = pool.withOwner(OWN, this::isOfSystem);
        return pool.names(OwnCalls::isOfRuntime) ? withoutRuntime(patched) : patched;
    }

    /**
     * Checks a class as the JVM would (JVMS 4.10), whatever rank it is for.
     *
     * @throws VerifyError if it breaks a rule; the first that was found
     */
    void verify(byte[] classFile) {
        List<VerifyError> broken = ClassFile.of(ClassHierarchyResolverOption.of(hierarchy)).verify(classFile);
        if (!broken.isEmpty()) {
            throw broken.getFirst();
        }
    }

    private boolean isOfSystem(String owner, String member) {
        return switch (member) {
            case "in", "out", "err", "setIn", "setOut", "setErr", "exit", "getenv" -> owner.equals("java/lang/System");
            case "getSystemClassLoader" -> owner.equals("java/lang/ClassLoader") || heirs.have(owner, member, "java/lang/ClassLoader");
            case "setDefaultUncaughtExceptionHandler", "getDefaultUncaughtExceptionHandler" -> owner.equals("java/lang/Thread") || heirs.have(owner, member, "java/lang/Thread");
            default -> false;
        };
    }

    private static boolean isOfRuntime(String owner, String member) {
        return owner.equals("java/lang/Runtime") && switch (member) {
            case "exit", "halt", "addShutdownHook", "removeShutdownHook" -> true;
            default -> false;
        };
    }

    private byte[] withoutRuntime(byte[] classFile) {
        ClassFile format = ClassFile.of(ClassHierarchyResolverOption.of(hierarchy));
        ClassModel model = format.parse(classFile);
        return format.transformClass(model, ClassTransform.transformingMethodBodies(OwnCalls::replace));
    }

    private static void replace(CodeBuilder code, CodeElement each) {
        if (each instanceof InvokeInstruction call && isOfRuntime(call.owner().asInternalName(), call.name().stringValue())) {
            MethodTypeDesc type = call.typeSymbol().insertParameterTypes(0, ClassDesc.of("java.lang.Runtime"));
            code.invokestatic(ClassDesc.ofInternalName(OWN), call.name().stringValue(), type);
        } else {
            code.with(each);
        }
    }
}
