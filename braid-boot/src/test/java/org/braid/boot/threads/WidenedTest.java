package org.braid.boot.threads;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.reflect.AccessFlag;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What becomes public of a class of which another loader's part of the package needs members, and what stays as it is. */
class WidenedTest {
    /** Programs may extend it. */
    static class Open {
        static int shared;
        int own = 1;

        Open() {}

        private Open(int own) {
            this.own = own;
        }

        static Open of(int own) {
            return own > 0 ? new Open(own) : new Open();
        }

        int overridable() {
            return own + shared;
        }

        protected static int inherited() {
            return shared;
        }
    }

    /** Nobody can. */
    static final class Closed {
        private int hidden;

        int next() {
            hidden++;
            return hidden;
        }
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in = WidenedTest.class.getResourceAsStream(type.getName().substring(type.getPackageName().length() + 1) + ".class")) {
            return in.readAllBytes();
        }
    }

    private static Set<String> open(ClassModel model) {
        Set<String> names = new TreeSet<>();
        model.methods().stream().filter(each -> each.flags().has(AccessFlag.PUBLIC)).forEach(each -> names.add(each.methodName().stringValue() + each.methodType().stringValue()));
        model.fields().stream().filter(each -> each.flags().has(AccessFlag.PUBLIC)).forEach(each -> names.add(each.fieldName().stringValue()));
        return names;
    }

    @Test
    void whatIsStaticOrMakesObjectsBecomesPublicAndWhatMayBeOverriddenDoesNot() throws IOException {
        ClassModel widened = ClassFile.of().parse(Widened.of(bytes(Open.class)));
        assertTrue(widened.flags().has(AccessFlag.PUBLIC));
        assertEquals(Set.of("<init>()V", "of(I)Lorg/braid/boot/threads/WidenedTest$Open;", "shared"), open(widened));
        assertFalse(widened.flags().has(AccessFlag.FINAL));
    }

    @Test
    void whatBelongsToAFinalClassBecomesPublicButForWhatIsPrivate() throws IOException {
        assertEquals(Set.of("<init>()V", "next()I"), open(ClassFile.of().parse(Widened.of(bytes(Closed.class)))));
    }

    @Test
    void codeStaysAsItIs() throws IOException {
        ClassModel before = ClassFile.of().parse(bytes(Open.class));
        ClassModel after = ClassFile.of().parse(Widened.of(bytes(Open.class)));
        for (int i = 0; i < before.methods().size(); i++) {
            assertArrayEquals(code(before.methods().get(i)), code(after.methods().get(i)));
        }
        assertTrue(ClassFile.of().verify(after).isEmpty());
    }

    private static byte[] code(MethodModel method) {
        return ((CodeAttribute) method.code().orElseThrow()).codeArray();
    }
}
