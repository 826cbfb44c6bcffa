package org.braid.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One line says what a program threw, and where in the program. */
class BlameTest {
    private static Throwable thrown(String message, String... classes) {
        Throwable thrown = new IllegalStateException(message);
        StackTraceElement[] frames = new StackTraceElement[classes.length];
        for (int i = 0; i < classes.length; i++) {
            frames[i] = new StackTraceElement(classes[i], "call", "File.java", i);
        }
        thrown.setStackTrace(frames);
        return thrown;
    }

    private static String line(Throwable thrown) {
        return Note.of(thrown).line();
    }

    @Test
    void thePlaceIsTheProgramsWhateverPartOfBraidThrew() {
        for (String part : new String[] {
            "java.util.Objects", "jdk.internal.util.Preconditions", "org.braid.base.wire.PutBuffer", "org.braid.link.Context", "org.braid.pipe.PipeLane", "org.braid.transports.tcp.TcpPort", "org.braid.boot.Job",
            "org.braid.coll.engine.Run", "org.braid.mpi.p2p.Sending", "mpi.Comm"
        }) {
            assertEquals("threw java.lang.IllegalStateException: why at mpi.samples.Heat.call(File.java:2)", line(thrown("why", part, part, "mpi.samples.Heat", "Main")), part);
        }
    }

    @Test
    void aClassThatAProgramHasPutIntoPackageMpiIsTheProgramsOwn() throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader library = new URLClassLoader(new URL[] {jarOf("mpi.MPI")}, null); URLClassLoader all = new URLClassLoader(new URL[] {jarOf("mpi.Solver")}, library)) {
            Thread.currentThread().setContextClassLoader(all);
            assertEquals("threw java.lang.IllegalStateException: why at mpi.Solver.call(File.java:1)", line(thrown("why", "mpi.MPI", "mpi.Solver", "Main")));
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @TempDir Path directory = Path.of("");

    /** A jar with an empty class of this name. */
    private URL jarOf(String className) throws IOException {
        Path jar = directory.resolve(className + ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry(className.replace('.', '/') + ".class"));
            out.write(ClassFile.of().build(ClassDesc.of(className), type -> {}));
        }
        return jar.toUri().toURL();
    }

    @Test
    void aLibrarysPlaceIsBetterThanNone() {
        assertEquals("threw java.lang.IllegalStateException: why at java.lang.Thread.call(File.java:0)", line(thrown("why", "java.lang.Thread", "mpi.Comm")));
        assertEquals("threw java.lang.IllegalStateException: why", line(thrown("why")));
    }

    @Test
    void ofAMessageTheFirstLineIsEnough() {
        assertEquals("threw java.lang.IllegalStateException: first …", line(thrown("first \n second\n third")));
    }
}
