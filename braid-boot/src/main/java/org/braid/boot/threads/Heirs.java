package org.braid.boot.threads;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import org.jspecify.annotations.Nullable;

/** Which of a program's classes have a static method from a class of the JDK's: code may name it as theirs (JVMS 5.4.3.3). */
final class Heirs {
    private static final int DEEPEST = 64;

    private final ClassLoader classes;

    /** @param classes where classes are found, as resources */
    Heirs(ClassLoader classes) {
        this.classes = classes;
    }

    /** Whether this class has the method of {@code first}, and none of its own of that name, nor its superclasses. All by their internal names. */
    boolean have(String heir, String method, String first) {
        ClassModel next = read(heir);
        for (int depth = 0; next != null && depth < DEEPEST; depth++) { // superclasses of a broken program may go in a circle
            String above = next.superclass().map(entry -> entry.asInternalName()).orElse("");
            if (next.methods().stream().anyMatch(each -> each.methodName().equalsString(method))) {
                return false;
            }
            if (above.equals(first)) {
                return true;
            }
            next = read(above);
        }
        return false;
    }

    /** Null if there is no such class, or nothing that could be read: the JVM says so where it is used. */
    private @Nullable ClassModel read(String name) {
        try (InputStream in = name.isEmpty() ? null : classes.getResourceAsStream(name + ".class")) {
            return in == null ? null : ClassFile.of().parse(in.readAllBytes());
        } catch (IOException | IllegalArgumentException e) {
            return null;
        }
    }
}
