package org.braid.boot.threads;

import java.util.function.Function;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.braid.boot.threads.RankClasses.Found;
import org.jspecify.annotations.Nullable;

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
            if (below != null) {
                return below;
            }
            if (found.manifest() != null) {
                describe(name.substring(0, Math.max(0, name.lastIndexOf('.'))), found.manifest());
            }
            return defineClass(name, found.bytes(), 0, found.bytes().length, found.domain());
        }
    }

    /** What the jar says of a package, as its classes may ask ({@link Package#getImplementationVersion}): of the package itself before what it says of all. */
    private void describe(String name, Manifest manifest) {
        if (getDefinedPackage(name) != null) {
            return;
        }
        Attributes all = manifest.getMainAttributes();
        Attributes own = manifest.getAttributes(name.replace('.', '/') + '/');
        Function<Attributes.Name, @Nullable String> said = key -> own != null && own.getValue(key) != null ? own.getValue(key) : all.getValue(key);
        try {
            Package ignored = definePackage(
                    name,
                    said.apply(Attributes.Name.SPECIFICATION_TITLE),
                    said.apply(Attributes.Name.SPECIFICATION_VERSION),
                    said.apply(Attributes.Name.SPECIFICATION_VENDOR),
                    said.apply(Attributes.Name.IMPLEMENTATION_TITLE),
                    said.apply(Attributes.Name.IMPLEMENTATION_VERSION),
                    said.apply(Attributes.Name.IMPLEMENTATION_VENDOR),
                    null);
        } catch (IllegalArgumentException e) {
            // Another thread has been quicker, with another class of the package.
        }
    }
}
