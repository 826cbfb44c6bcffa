package org.braid.boot.threads;

import org.braid.boot.threads.RankClasses.Found;

/**
 * Defines, once for all ranks that are threads of this process, the classes of package {@code mpi} that hold nothing of one rank. Those would be most of what a rank has to define, and what is defined once is compiled once, too. It has no name, which would
 * stand in every stack.
 */
public final class SharedLoader extends FindingLoader {
    static {
        registerAsParallelCapable();
    }

    private final RankClasses classes;

    SharedLoader(RankClasses classes) {
        super(classes.application());
        this.classes = classes;
    }

    /** Whether such a loader has defined this class. */
    public static boolean defined(Class<?> type) {
        return type.getClassLoader() instanceof SharedLoader;
    }

    @Override
    Found find(String name) throws ClassNotFoundException {
        return classes.findShared(name);
    }
}
