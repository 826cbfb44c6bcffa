package org.braid.launch.compile;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;

/** A class of package mpi as a compiler sees it that is not to know some of its types: without the fields and methods that name one, which it could not choose between or look up. */
final class NarrowedClass {
    private static final String MPI = "mpi";

    private NarrowedClass() {}

    /**
     * The class file without them.
     *
     * @param hidden simple names of types of package mpi
     */
    static byte[] of(byte[] classFile, Set<String> hidden) {
        ClassFile format = ClassFile.of();
        ClassModel whole = format.parse(classFile);
        return format.transformClass(whole, ClassTransform.dropping(member -> switch (member) {
            case FieldModel field -> names(field.fieldTypeSymbol(), hidden);
            case MethodModel method -> names(method.methodTypeSymbol(), hidden);
            default -> false;
        }));
    }

    private static boolean names(MethodTypeDesc type, Set<String> hidden) {
        for (ClassDesc parameter : type.parameterList()) {
            if (names(parameter, hidden)) {
                return true;
            }
        }
        return names(type.returnType(), hidden);
    }

    /** Types inside of one are hidden with it. */
    private static boolean names(ClassDesc type, Set<String> hidden) {
        ClassDesc element = type;
        while (element.isArray()) {
            element = element.componentType();
        }
        if (!element.isClassOrInterface() || !element.packageName().equals(MPI)) {
            return false;
        }
        String name = element.displayName();
        int inner = name.indexOf('$');
        return hidden.contains(inner < 0 ? name : name.substring(0, inner));
    }
}
