package org.braid.boot.threads;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * The classes of a process whose ranks are threads: which of them all ranks share, and the bytes of those that each defines for itself. Each is read and rewritten once, however many ranks there are.
 *
 * <p>The program with all its libraries is the rank's, and of Braid class {@code mpi.MPI}, which holds the communicators of a rank, and what stands above package {@code mpi}. The JDK is shared, and so is the engine, which has no statics that change, and the
 * rest of package {@code mpi} ({@link SharedLoader}). Any thread.
 */
public final class RankClasses {
    /** One of both. What its jar says of it is there for a class of the program. */
    record Found(@Nullable Class<?> shared, byte[] bytes, @Nullable ProtectionDomain domain, @Nullable Manifest manifest) {
        static Found shared(Class<?> type) {
            return new Found(type, new byte[0], null, null);
        }
    }

    /** Set by the launcher where the JVM verifies no classes of programs, which it would for each rank anew: each is verified here, once. */
    public static final String VERIFIES = "braid.ranks.verify";

    private static final String CLASS = ".class";

    private static final String BRAID = "org.braid.";

    private static final String FACADE = "mpi.";

    private static final String OWN_OF_FACADE = "mpi.MPI";

    private final ClassLoader application;
    private final String program;
    private final boolean isEngineBelow = RankClasses.class.getClassLoader() == null;
    private final String braid;
    private final String facade;
    private final SharedLoader sharedLoader = new SharedLoader(this);
    private final boolean verifies = Boolean.getBoolean(VERIFIES);
    private final OwnCalls calls;
    private final ConcurrentHashMap<String, Found> known = new ConcurrentHashMap<>();

    /** Those that the application's loader finds. */
    public RankClasses() {
        this(ClassLoader.getSystemClassLoader(), OwnSystem.class.getName());
    }

    /**
     * Those of one program.
     *
     * @param application where what a rank defines for itself is found, and all other resources
     * @param program a class that each rank defines for itself, wherever it is found
     */
    public RankClasses(ClassLoader application, String program) {
        this.application = application;
        this.program = program;
        this.braid = root(RankClasses.class.getName());
        this.facade = root(OWN_OF_FACADE);
        this.calls = new OwnCalls(application);
    }

    /** Where resources are found. */
    ClassLoader application() {
        return application;
    }

    Found find(String name) throws ClassNotFoundException {
        Found found = known.get(name);
        return found != null ? found : findFirst(name);
    }

    /** All ranks want the same class at the same time: one of them reads it, and the others wait. */
    private synchronized Found findFirst(String name) throws ClassNotFoundException {
        Found found = known.get(name);
        if (found == null) {
            Class<?> shared = isSharedOfFacade(name) ? sharedLoader.loadClass(name) : isOwn(name) ? null : shared(name);
            found = shared == null ? own(name) : Found.shared(shared);
            known.put(name, found);
        }
        return found;
    }

    /** A program's class of package {@code mpi} is its rank's: those of Braid are told by where they lie. */
    private boolean isSharedOfFacade(String name) {
        return name.startsWith(FACADE) && name.indexOf('.', FACADE.length()) < 0 && !name.equals(OWN_OF_FACADE) && root(name).equals(facade);
    }

    /**
     * For the loader of what is shared, which has it defined or is told by whom it is.
     *
     * @throws ClassNotFoundException if it is a rank's, or nowhere
     */
    Found findShared(String name) throws ClassNotFoundException {
        if (isSharedOfFacade(name)) {
            return read(name, Widened::of);
        }
        Class<?> below = isOwn(name) ? null : shared(name);
        if (below == null) {
            throw new ClassNotFoundException(name + " is each rank's own");
        }
        return Found.shared(below);
    }

    private boolean isOwn(String name) {
        return name.equals(program) || name.startsWith(FACADE) || name.startsWith("org.braid.mpix.") || name.equals(OwnSystem.class.getName());
    }

    /** Braid in one jar belongs to the boot loader; in pieces, as in its own tests, it is told by its name. */
    private @Nullable Class<?> shared(String name) {
        try {
            return Class.forName(name, false, !isEngineBelow && isEngine(name) ? application : ClassLoader.getPlatformClassLoader());
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** The engine's modules, where they are not in one jar. */
    private static boolean isEngine(String name) {
        int end = name.startsWith(BRAID) ? name.indexOf('.', BRAID.length()) : -1;
        return end > 0 && switch (name.substring(BRAID.length(), end)) {
            case "base", "link", "pipe", "transports", "devices", "boot", "coll", "mpi" -> true;
            default -> false;
        };
    }

    private Found own(String name) throws ClassNotFoundException {
        return read(name, calls::in);
    }

    private Found read(String name, UnaryOperator<byte[]> rewriting) throws ClassNotFoundException {
        String path = name.replace('.', '/') + CLASS;
        URL place = application.getResource(path);
        if (place == null) {
            throw new ClassNotFoundException(name);
        }
        try {
            URLConnection connection = place.openConnection();
            try (InputStream in = connection.getInputStream()) {
                byte[] bytes = in.readAllBytes();
                boolean isBraids = root(place, path).equals(braid);
                if (verifies && !isBraids) {
                    calls.verify(bytes);
                }
                Manifest manifest = !isBraids && connection instanceof JarURLConnection jar ? jar.getManifest() : null;
                return new Found(null, rewriting.apply(bytes), isEngineBelow && isBraids ? null : domain(root(place, path)), manifest);
            }
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private String root(String name) {
        String path = name.replace('.', '/') + CLASS;
        URL place = application.getResource(path);
        return place == null ? "" : root(place, path);
    }

    private static String root(URL place, String path) {
        String text = place.toString();
        return text.endsWith(path) ? text.substring(0, text.length() - path.length()) : text;
    }

    /** Programs ask it where their classes are: of {@code jar:file:/x.jar!/} that is {@code file:/x.jar}. */
    private static @Nullable ProtectionDomain domain(String root) {
        String source = root.startsWith("jar:") && root.endsWith("!/") ? root.substring(4, root.length() - 2) : root;
        try {
            return new ProtectionDomain(new CodeSource(new URI(source).toURL(), (Certificate[]) null), null);
        } catch (IOException | URISyntaxException | IllegalArgumentException e) {
            return null;
        }
    }
}
