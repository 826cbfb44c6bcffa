package org.braid.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The launcher's own jar: those classes of Braid's that {@code braid run} can reach. When the JDK starts its first process it looks for a logger among the services of the class path, for
 * which it reads each jar's whole directory in Java; this one's has a tenth of the entries (docs/decisions/startup.md).
 */
final class LauncherJar {
    private static final String SUFFIX = ".class";

    /**
     * Classes that a run's classes name and a run does not load: the help page and other commands, methods and algorithms of which the user says something, for all of which the script names the whole jar, too;
     * and the ranks' main classes, of which only constants are used.
     */
    static final Set<String> ELSEWHERE = Set.of("org/braid/cli/Commands", "org/braid/launch/options/KnownMethods", "org/braid/cli/words/KnownAlgorithms", "org/braid/boot/RankMain", "org/braid/boot/RanksMain");

    private LauncherJar() {}

    /** @param braid Braid's one jar */
    static void write(Path braid, Path to) throws IOException {
        try (ZipFile all = new ZipFile(braid.toFile());
                OutputStream file = Files.newOutputStream(to);
                ZipOutputStream few = new ZipOutputStream(file)) {
            for (Map.Entry<String, byte[]> each : reachable(name -> bytes(all, name)).entrySet()) {
                few.putNextEntry(new ZipEntry(each.getKey() + SUFFIX));
                few.write(each.getValue());
                few.closeEntry();
            }
        }
    }

    private static byte @Nullable [] bytes(ZipFile jar, String name) throws IOException {
        ZipEntry entry = jar.getEntry(name + SUFFIX);
        return entry == null ? null : jar.getInputStream(entry).readAllBytes();
    }

    /** Where classes are. */
    interface Source {
        /** Those of a class, by its name with slashes; null if it is not there, as the JDK's are not. */
        byte @Nullable [] bytes(String name) throws IOException;
    }

    /** Classes that the main class names, and those that these name, and so on; the bytes of each. */
    static SortedMap<String, byte[]> reachable(Source classes) throws IOException {
        SortedMap<String, byte[]> found = new TreeMap<>();
        Deque<String> named = new ArrayDeque<>(Set.of(Braid.class.getName().replace('.', '/')));
        while (!named.isEmpty()) {
            String name = named.pop();
            byte[] bytes = found.containsKey(name) || ELSEWHERE.contains(name) ? null : classes.bytes(name);
            if (bytes != null) {
                found.put(name, bytes);
                for (PoolEntry constant : ClassFile.of().parse(bytes).constantPool()) {
                    if (constant instanceof ClassEntry other) {
                        named.push(other.asInternalName());
                    }
                }
            }
        }
        return found;
    }
}
