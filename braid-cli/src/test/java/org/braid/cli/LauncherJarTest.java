package org.braid.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.braid.link.spi.Compound;
import org.braid.link.spi.Device;
import org.braid.link.spi.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LauncherJarTest {
    /** Only the help page and the other commands need it; then the script names the whole jar, too. */
    private static final String COMMANDS = "org/braid/cli/Commands";

    @TempDir
    private Path directory;

    @Test
    void nothingInItNeedsWhatIsNotInIt() throws IOException {
        Set<String> missing = new TreeSet<>();
        int classes = 0;
        for (String root : System.getProperty("java.class.path").split(File.pathSeparator)) {
            classes += Files.isDirectory(Path.of(root)) ? inDirectory(Path.of(root), missing) : inJar(Path.of(root), missing);
        }
        missing.remove(COMMANDS);
        assertEquals(Set.of(), missing);
        assertTrue(classes > 200, classes + " classes were looked at");
    }

    @Test
    void itHoldsTheClassesOfARunAndTheNamesOfTheTransportsAndNoDirectories() throws IOException {
        Path all = directory.resolve("all.jar");
        List<String> wanted = List.of("META-INF/services/org.braid.link.spi.Transport", "org/braid/cli/Braid.class", "org/braid/launch/Launcher.class");
        try (OutputStream file = Files.newOutputStream(all); ZipOutputStream zip = new ZipOutputStream(file)) {
            for (String name : wanted) {
                zip.putNextEntry(new ZipEntry(name));
            }
            for (String name : List.of("org/braid/launch/", "org/braid/bench/Bench.class", "mpi/MPI.class", "META-INF/MANIFEST.MF")) {
                zip.putNextEntry(new ZipEntry(name));
            }
        }
        Path few = directory.resolve("few.jar");
        LauncherJar.write(all, few);
        try (ZipFile zip = new ZipFile(few.toFile())) {
            assertEquals(wanted, zip.stream().map(ZipEntry::getName).toList());
        }
    }

    /** A device that is named and not there makes every chain unknown. */
    @ParameterizedTest
    @ValueSource(classes = {Transport.class, Device.class, Compound.class})
    void whoeverItsServicesNameIsInIt(Class<?> service) {
        List<String> providers = ServiceLoader.load(service).stream().map(provider -> provider.type().getName()).toList();
        assertFalse(providers.isEmpty());
        for (String provider : providers) {
            assertTrue(LauncherJar.isNeeded(provider.replace('.', '/') + ".class"), provider);
        }
    }

    /** A module that is built only. */
    private static int inDirectory(Path root, Set<String> missing) throws IOException {
        int classes = 0;
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.toList()) {
                if (!root.endsWith("test-classes") && isInIt(root.relativize(file).toString())) {
                    collect(Files.readAllBytes(file), missing);
                    classes++;
                }
            }
        }
        return classes;
    }

    /** A module that is packaged already. */
    private static int inJar(Path jar, Set<String> missing) throws IOException {
        int classes = 0;
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                if (isInIt(entry.getName())) {
                    collect(zip.getInputStream(entry).readAllBytes(), missing);
                    classes++;
                }
            }
        }
        return classes;
    }

    private static boolean isInIt(String name) {
        return name.endsWith(".class") && !name.endsWith("package-info.class") && LauncherJar.isNeeded(name);
    }

    private static void collect(byte[] classFile, Set<String> missing) {
        for (PoolEntry entry : ClassFile.of().parse(classFile).constantPool()) {
            if (entry instanceof ClassEntry needed) {
                String name = needed.asInternalName();
                boolean ours = name.startsWith("org/braid/") || name.startsWith("mpi/") || name.startsWith("picocli/");
                if (ours && !LauncherJar.isNeeded(name + ".class")) {
                    missing.add(name);
                }
            }
        }
    }
}
