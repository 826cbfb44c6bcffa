package org.braid.boot;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import jdk.internal.vm.annotation.Hidden;
import org.jspecify.annotations.Nullable;

/**
 * Finds and calls a program's main method as the JDK's own launcher does (JLS 12.1.4): {@code main(String[])} before {@code main()},
 * static or instance, declared or inherited, any access but private; an instance needs a non-private constructor without parameters.
 */
final class EntryPoint {
    private final Class<?> program;
    private final Method main;

    private EntryPoint(Class<?> program, Method main) {
        this.program = program;
        this.main = main;
    }

    /** Null if the class has no main method that could be called. */
    static @Nullable EntryPoint of(Class<?> program) {
        Method main = find(program, String[].class);
        if (main == null) {
            main = find(program);
        }
        return main == null ? null : new EntryPoint(program, main);
    }

    private static @Nullable Method find(Class<?> program, Class<?>... parameters) {
        for (Class<?> type = program; type != null; type = type.getSuperclass()) {
            Method method = declared(type, parameters);
            if (method != null && isCallable(method, program)) {
                return method;
            }
        }
        return null;
    }

    private static @Nullable Method declared(Class<?> type, Class<?>... parameters) {
        try {
            return type.getDeclaredMethod("main", parameters);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private static boolean isCallable(Method method, Class<?> program) {
        int modifiers = method.getModifiers();
        if (Modifier.isPrivate(modifiers) || Modifier.isAbstract(modifiers) || method.getReturnType() != void.class) {
            return false;
        }
        return Modifier.isStatic(modifiers) || constructor(program) != null;
    }

    private static @Nullable Constructor<?> constructor(Class<?> program) {
        try {
            Constructor<?> constructor = program.getDeclaredConstructor();
            boolean usable = !Modifier.isPrivate(constructor.getModifiers()) && !Modifier.isAbstract(program.getModifiers());
            return usable ? constructor : null;
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    /** Runs the program in this thread; what it throws is thrown as it is. */
    @Hidden
    void call(String[] arguments) throws Throwable {
        if (isOrdinary()) {
            handle().invokeExact(arguments);
            return;
        }
        try {
            Object target = Modifier.isStatic(main.getModifiers()) ? null : newProgram();
            main.setAccessible(true);
            if (main.getParameterCount() == 0) {
                main.invoke(target);
            } else {
                main.invoke(target, (Object) arguments);
            }
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    /** What nearly every program has: {@code static void main(String[])} of the class itself. */
    private boolean isOrdinary() {
        return Modifier.isStatic(main.getModifiers())
                && main.getParameterCount() == 1
                && main.getDeclaringClass() == program
                && !program.isInterface();
    }

    /** The handle of an initialised class is of a form that the JDK has ready; {@link Method#invoke} would spin four classes, 9 ms in each rank. */
    private MethodHandle handle() throws ReflectiveOperationException {
        MethodHandles.Lookup inside = MethodHandles.privateLookupIn(program, MethodHandles.lookup());
        inside.ensureInitialized(program);
        return inside.findStatic(program, "main", MethodType.methodType(void.class, String[].class));
    }

    /** Removes our own and reflection's frames from the end of a stack, so that it reads as if the JVM had called the program. */
    static StackTraceElement[] withoutCallers(StackTraceElement[] frames) {
        int end = startOfThread(frames);
        while (end > 0 && isCaller(frames[end - 1].getClassName())) {
            end--;
        }
        return Arrays.copyOf(frames, end);
    }

    /** A rank that is a thread was started by the JDK, which called us. */
    private static int startOfThread(StackTraceElement[] frames) {
        int end = frames.length;
        while (end > 0 && frames[end - 1].getClassName().equals("java.lang.Thread")) {
            end--;
        }
        return end > 0 && isCaller(frames[end - 1].getClassName()) ? end : frames.length;
    }

    private static boolean isCaller(String className) {
        return className.startsWith("org.braid.boot.")
                || className.startsWith("java.lang.reflect.")
                || className.startsWith("jdk.internal.reflect.")
                || className.startsWith("java.lang.invoke.");
    }

    private Object newProgram() throws ReflectiveOperationException {
        Constructor<?> constructor = program.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }
}
