package org.braid.launch.compile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaFileObject;
import javax.tools.JavaFileObject.Kind;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import org.jspecify.annotations.Nullable;

/**
 * The compiler's files where it compiles a program for ranks. These run on the class path, whatever module their sources declare: that is not seen. It is noted what of the classes could not be written, which the compiler tells as
 * if it were a mistake in the program.
 */
final class ProgramFiles extends SourceFiles {
    private static final String MODULE = "module-info";

    private final List<IOException> unwritten;

    /**
     * It reads nothing yet.
     *
     * @param hidden types of package mpi that nobody sees
     * @param sourceRoot where the neighbours' packages begin
     * @param unwritten takes what is noted
     */
    ProgramFiles(StandardJavaFileManager files, Set<String> hidden, Path sourceRoot, List<IOException> unwritten) throws IOException {
        super(files, StandardCharsets.ISO_8859_1, hidden);
        this.unwritten = unwritten;
        files.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of(sourceRoot)); // as an option it would be two directories if there is a colon in its name
    }

    @Override
    public @Nullable JavaFileObject getJavaFileForInput(Location location, String className, Kind kind) throws IOException {
        return location == StandardLocation.SOURCE_PATH && className.equals(MODULE) ? null : super.getJavaFileForInput(location, className, kind);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(Location location, String className, Kind kind, FileObject sibling) throws IOException {
        return new Output(super.getJavaFileForOutput(location, className, kind, sibling));
    }

    private final class Output extends ForwardingJavaFileObject<JavaFileObject> {
        Output(JavaFileObject file) {
            super(file);
        }

        @Override
        public OutputStream openOutputStream() {
            return new ByteArrayOutputStream() {
                @Override
                public void close() throws IOException {
                    try (OutputStream out = fileObject.openOutputStream()) {
                        writeTo(out);
                    } catch (IOException e) {
                        unwritten.add(e);
                        throw e;
                    }
                }
            };
        }
    }
}
