package org.braid.testkit.sim.plant;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/** Braid once more, beside the one that this test was compiled with: changed classes as given, watched ones watched, all others as they are. */
final class EngineLoader extends ClassLoader {
    private static final String BRAID = "org.braid.";

    private final Map<String, byte[]> changed;

    EngineLoader(Map<String, byte[]> changed) {
        super(EngineLoader.class.getClassLoader());
        this.changed = changed;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(BRAID)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] bytes = Watch.states(name, changed.containsKey(name) ? changed.get(name) : original(name));
        return defineClass(name, bytes, 0, bytes.length);
    }

    private byte[] original(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
