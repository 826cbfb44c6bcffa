package org.braid.link.select;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.braid.link.spi.Transport;
import org.jspecify.annotations.Nullable;

/**
 * Finds the transports of this process. {@link ServiceLoader} opens every jar of the class path for it, 8 ms in each rank; so a launcher
 * that has asked it already, for the same class path, hands its answer on: class names in the system property {@value #PROPERTY}.
 */
public final class Transports {
    /** Names of the classes that {@link ServiceLoader} would find, parted by commas. */
    public static final String PROPERTY = "braid.transports";

    private Transports() {}

    /** All transports, lowest {@linkplain Transport#rank() rank} first. */
    public static List<Transport> find() {
        String known = System.getProperty(PROPERTY);
        List<Transport> found = known == null ? null : named(known);
        return sorted(found == null ? asked() : found);
    }

    /** What to put into {@link #PROPERTY} of processes with this class path. */
    public static String names() {
        StringBuilder names = new StringBuilder();
        for (Transport transport : asked()) {
            names.append(names.isEmpty() ? "" : ",").append(transport.getClass().getName());
        }
        return names.toString();
    }

    private static List<Transport> asked() {
        List<Transport> found = new ArrayList<>();
        for (Transport transport : ServiceLoader.load(Transport.class, Transports.class.getClassLoader())) {
            found.add(transport);
        }
        return found;
    }

    /** Null if a name is not that of a transport: then the property belongs to another class path. */
    static @Nullable List<Transport> named(String names) {
        List<Transport> found = new ArrayList<>();
        try {
            for (int from = 0; from < names.length(); ) {
                int comma = names.indexOf(',', from);
                int end = comma < 0 ? names.length() : comma;
                Class<?> type = Class.forName(names.substring(from, end), true, ClassLoader.getSystemClassLoader());
                if (!Transport.class.isAssignableFrom(type)) {
                    return null;
                }
                found.add(made(type));
                from = end + 1;
            }
            return found;
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** By a handle, whose form the JDK has ready; reflection would spin two classes. */
    private static Transport made(Class<?> type) throws ReflectiveOperationException {
        MethodHandle constructor = MethodHandles.publicLookup().findConstructor(type, MethodType.methodType(void.class));
        try {
            return (Transport) constructor.asType(MethodType.methodType(Transport.class)).invokeExact();
        } catch (Throwable e) {
            throw new ReflectiveOperationException(e);
        }
    }

    /** By insertion: there are a handful, and a comparator would be a lambda. */
    private static List<Transport> sorted(List<Transport> found) {
        List<Transport> sorted = new ArrayList<>(found.size());
        for (Transport transport : found) {
            int at = sorted.size();
            while (at > 0 && sorted.get(at - 1).rank() > transport.rank()) {
                at--;
            }
            sorted.add(at, transport);
        }
        return sorted;
    }
}
