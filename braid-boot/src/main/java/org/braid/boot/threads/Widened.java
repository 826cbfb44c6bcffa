package org.braid.boot.threads;

import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.AccessFlag;

/**
 * A class of a package that two loaders define parts of. To the JVM these are two packages of the same name (JVMS 5.3), so what belongs to the package alone becomes public: the class, its static members and its constructors, and all other members if no class can
 * extend it. Methods that a program's class might override by accident stay as they are. No code changes.
 */
final class Widened {
    private static final int CLOSED = ClassFile.ACC_PUBLIC | ClassFile.ACC_PROTECTED | ClassFile.ACC_PRIVATE;

    private final boolean isFinal;

    private Widened(boolean isFinal) {
        this.isFinal = isFinal;
    }

    /** The class file with other access flags. */
    static byte[] of(byte[] classFile) {
        ClassFile format = ClassFile.of();
        ClassModel model = format.parse(classFile);
        return format.transformClass(model, new Widened(model.flags().has(AccessFlag.FINAL))::pass);
    }

    private void pass(ClassBuilder to, ClassElement element) {
        switch (element) {
            case AccessFlags ofClass -> to.withFlags(ofClass.flagsMask() | ClassFile.ACC_PUBLIC);
            case FieldModel field when isMeant(field.flags()) ->
                to.transformField(field, (into, each) -> {
                    if (each instanceof AccessFlags flags) {
                        into.withFlags(flags.flagsMask() | ClassFile.ACC_PUBLIC);
                    } else {
                        into.with(each);
                    }
                });
            case MethodModel method when isMeant(method.flags()) || isConstructor(method) ->
                to.transformMethod(method, (into, each) -> {
                    if (each instanceof AccessFlags flags) {
                        into.withFlags(flags.flagsMask() | ClassFile.ACC_PUBLIC);
                    } else {
                        into.with(each);
                    }
                });
            default -> to.with(element);
        }
    }

    private boolean isMeant(AccessFlags flags) {
        return (flags.flagsMask() & CLOSED) == 0 && (isFinal || flags.has(AccessFlag.STATIC));
    }

    private static boolean isConstructor(MethodModel method) {
        return (method.flags().flagsMask() & CLOSED) == 0 && method.methodName().equalsString(ConstantDescs.INIT_NAME);
    }
}
