package org.braid.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import mpi.Comm;
import mpi.MPI;
import mpi.PublicTypes;
import mpi.Request;
import org.junit.jupiter.api.Test;

/**
 * What is public can be read, called and made by reflection, from a package that is none of ours: so do languages on the JVM that look names up while they run. A public member that a public class inherits from one that is not public
 * cannot, unless the compiler has made a bridge, which it does of methods that are neither static nor final.
 */
class ReflectionTest {
    private static final String[] ROOMS = {"mpi", "org.braid.mpix", "org.braid.mpix.executor", "org.braid.mpix.large", "org.braid.mpix.record"};

    @Test
    void everyPublicMemberCanBeResolved() {
        List<Class<?>> types = PublicTypes.of(MPI.class.getClassLoader(), ROOMS);
        Set<String> faults = new TreeSet<>();
        int members = 0;
        for (Class<?> type : types) {
            members += faultsOf(type, faults);
        }
        assertEquals("", String.join("\n", faults));
        assertTrue(types.size() > 60 && members > 2_500, types.size() + " types with " + members + " members");
    }

    @Test
    void everyPublicStaticFieldCanBeRead() throws ReflectiveOperationException {
        int fields = 0;
        for (Class<?> type : PublicTypes.of(MPI.class.getClassLoader(), ROOMS)) {
            for (Field field : type.getFields()) {
                if (Modifier.isStatic(field.getModifiers())) {
                    assertTrue(field.get(null) != null, field + " is null");
                    fields++;
                }
            }
        }
        assertTrue(fields > 200, "fields: " + fields);
        assertEquals(MPI.ANY_SOURCE, MPI.class.getField("ANY_SOURCE").get(null));
        assertEquals(MPI.ERR_RMA_SHARED, MPI.class.getField("ERR_RMA_SHARED").getInt(null));
    }

    /** Scala sees what a class declares and not the fields that it inherits; programs list the names of error classes likewise. */
    @Test
    void everyConstantOfMpiIsDeclaredByItself() throws ClassNotFoundException {
        Set<String> declared = new TreeSet<>();
        Arrays.stream(MPI.class.getDeclaredFields()).filter(field -> Modifier.isPublic(field.getModifiers())).forEach(field -> declared.add(field.getName()));
        Set<String> visible = new TreeSet<>();
        Arrays.stream(MPI.class.getFields()).forEach(field -> visible.add(field.getName()));
        for (String table : new String[] {"mpi.Constants", "mpi.ErrorClasses"}) {
            Arrays.stream(Class.forName(table).getDeclaredFields()).forEach(field -> visible.add(field.getName()));
        }
        assertEquals(visible, declared);
    }

    /** An object whose class programs cannot name has no method that its class, found at the object, hides from them. */
    @Test
    void everyPublicMethodOfAnObjectThatMpiGivesCanBeResolvedAtItsClass() {
        Set<String> faults = new TreeSet<>();
        int types = 0;
        for (Class<?> type : PublicTypes.all(MPI.class.getClassLoader(), "mpi")) {
            if (!Modifier.isPublic(type.getModifiers()) && !Modifier.isAbstract(type.getModifiers()) && (Request.class.isAssignableFrom(type) || Comm.class.isAssignableFrom(type))) {
                faultsOf(type, faults);
                types++;
            }
        }
        assertEquals("", String.join("\n", faults));
        assertTrue(types >= 2, "types: " + types);
    }

    @Test
    void aMemberOfAHiddenClassIsNoticed() {
        Set<String> faults = new TreeSet<>();
        faultsOf(Shown.class, faults);
        assertEquals(2, faults.size(), faults.toString()); // the compiler has made a bridge for the third
        assertThrows(IllegalAccessException.class, () -> MethodHandles.publicLookup().unreflectGetter(Shown.class.getField("PLANTED")));
    }

    @SuppressWarnings("unused") // by reflection
    abstract static class Hidden {
        public static final int PLANTED = 1;

        public static void plantedToo() {}

        public void bridged() {}
    }

    /** Shows what it inherits. */
    public static final class Shown extends Hidden {
        private Shown() {}
    }

    /** How many members were looked at. */
    private static int faultsOf(Class<?> type, Set<String> faults) {
        List<Access> all = new ArrayList<>();
        MethodHandles.Lookup anybody = MethodHandles.publicLookup();
        for (Field field : type.getFields()) {
            all.add(() -> anybody.unreflectGetter(field));
        }
        for (Method method : type.getMethods()) {
            all.add(() -> anybody.unreflect(method));
        }
        for (Constructor<?> constructor : type.getConstructors()) {
            all.add(() -> anybody.unreflectConstructor(constructor));
        }
        for (Access each : all) {
            try {
                each.resolve();
            } catch (IllegalAccessException fault) {
                faults.add(type.getName() + ": " + fault.getMessage());
            }
        }
        return all.size();
    }

    private interface Access {
        Object resolve() throws IllegalAccessException;
    }
}
