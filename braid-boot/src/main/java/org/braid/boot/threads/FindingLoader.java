package org.braid.boot.threads;

import org.braid.boot.threads.RankClasses.Found;

/** Defines the classes that it finds and that no loader below it has: each once, whichever threads ask for it. */
abstract class FindingLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    FindingLoader(ClassLoader below) {
        super(below);
    }

    /** Where a class of this name comes from. */
    abstract Found find(String name) throws ClassNotFoundException;

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            Found found = find(name);
            Class<?> below = found.shared();
            return below != null ? below : defineClass(name, found.bytes(), 0, found.bytes().length, found.domain());
        }
    }
}
