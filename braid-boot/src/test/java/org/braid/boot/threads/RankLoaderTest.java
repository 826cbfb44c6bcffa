package org.braid.boot.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a rank's classes know of themselves. */
class RankLoaderTest {
    private static final String MANIFEST = "Manifest-Version: 1.0\nImplementation-Version: 9.9\nImplementation-Title: all\n\nName: one/\nImplementation-Title: one alone\n";

    @TempDir Path directory = Path.of("");

    private Path jar() throws IOException {
        Path jar = directory.resolve("program.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            put(out, "META-INF/MANIFEST.MF", MANIFEST.getBytes(StandardCharsets.UTF_8));
            for (String name : new String[] {"one.A", "one.B", "two.C"}) {
                put(out, name.replace('.', '/') + ".class", ClassFile.of().build(ClassDesc.of(name), type -> {}));
            }
        }
        return jar;
    }

    private static void put(JarOutputStream out, String name, byte[] bytes) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(bytes);
        out.closeEntry();
    }

    @Test
    void aPackageIsDescribedByItsJarAsInAProcess() throws Exception {
        Life nobody = (Life) Proxy.newProxyInstance(Life.class.getClassLoader(), new Class<?>[] {Life.class}, (proxy, method, arguments) -> null);
        try (URLClassLoader application = new URLClassLoader(new URL[] {jar().toUri().toURL()}, RankLoaderTest.class.getClassLoader())) {
            RankLoader loader = new RankLoader(new RankClasses(application, "one.A"), nobody);
            assertSaid("one alone 9.9", loader.loadClass("one.A"));
            assertSaid("one alone 9.9", loader.loadClass("one.B"));
            assertSaid("all 9.9", loader.loadClass("two.C"));
            assertNull(loader.loadClass("two.C").getPackage().getSpecificationVersion());
        }
    }

    private static void assertSaid(String what, Class<?> type) {
        assertEquals(what, type.getPackage().getImplementationTitle() + " " + type.getPackage().getImplementationVersion());
    }
}
