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
import java.util.Set;

/**
 * Puts {@link OwnSystem} in the place of what a class would use of the JVM's: members of {@code System} and {@code Thread} by another class name in the constant pool, which leaves the code as it is; methods of {@code
 * Runtime}, which few classes call, by another instruction.
 */
final class OwnCalls {
    private static final String OWN = OwnSystem.class.getName().replace('.', '/');
    private static final Set<String> OF_SYSTEM = Set.of("in", "out", "err", "setIn", "setOut", "setErr", "exit");
    private static final Set<String> OF_THREAD = Set.of("setDefaultUncaughtExceptionHandler", "getDefaultUncaughtExceptionHandler");
    private static final Set<String> OF_RUNTIME = Set.of("exit", "halt", "addShutdownHook", "removeShutdownHook");

    private final ClassHierarchyResolver hierarchy;

    /** @param classes where classes are found, as resources, that the code names */
    OwnCalls(ClassLoader classes) {
        this.hierarchy = ClassHierarchyResolver.ofResourceParsing(classes).cached();
    }

    /** The same class, or these bytes themselves if it uses nothing of the kind. */
    byte[] in(byte[] classFile) {
        ConstantPoolPatch pool = ConstantPoolPatch.of(classFile);
        if (pool == null) {
            return classFile; // whoever defines it says what is wrong
        }
        byte[] patched = pool.withOwner(OWN, OwnCalls::isOfSystem);
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

    private static boolean isOfSystem(String owner, String member) {
        return owner.equals("java/lang/System") && OF_SYSTEM.contains(member) || owner.equals("java/lang/Thread") && OF_THREAD.contains(member);
    }

    private static boolean isOfRuntime(String owner, String member) {
        return owner.equals("java/lang/Runtime") && OF_RUNTIME.contains(member);
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
