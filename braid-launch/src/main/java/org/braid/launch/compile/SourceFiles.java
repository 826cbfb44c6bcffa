package org.braid.launch.compile;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaFileObject;
import javax.tools.JavaFileObject.Kind;
import javax.tools.StandardJavaFileManager;
import org.jspecify.annotations.Nullable;

/**
 * The compiler's files, of which each source is read in the character set that it is written in: UTF-8, or else another, most often ISO-8859-1, which older programs are full of and which has a letter for
 * every byte. A text in another set that happens to be UTF-8 does not occur. Types of package mpi that the program is not to see are missing, and so are the members that name them.
 */
class SourceFiles extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private static final String MPI = "mpi";

    private final Charset otherwise;
    private final Set<String> hidden;

    /**
     * It reads nothing yet.
     *
     * @param otherwise the character set of sources that are not in UTF-8
     * @param hidden types of package mpi that nobody sees ({@link Ambiguity}, {@link Profile})
     */
    SourceFiles(StandardJavaFileManager files, Charset otherwise, Set<String> hidden) {
        super(files);
        this.otherwise = otherwise;
        this.hidden = hidden;
    }

    /** The source files of these names. */
    List<JavaFileObject> named(List<String> names) {
        return wrapped(fileManager.getJavaFileObjectsFromStrings(names));
    }

    @Override
    public Iterable<JavaFileObject> list(Location location, String packageName, Set<Kind> kinds, boolean recurse) throws IOException {
        Iterable<JavaFileObject> all = super.list(location, packageName, kinds, recurse);
        if (!hidden.isEmpty() && packageName.equals(MPI)) {
            return seen(location, all);
        }
        return kinds.contains(Kind.SOURCE) ? wrapped(all) : all;
    }

    private List<JavaFileObject> seen(Location location, Iterable<JavaFileObject> all) {
        List<JavaFileObject> seen = new ArrayList<>();
        for (JavaFileObject file : all) {
            String name = super.inferBinaryName(location, file);
            if (name == null || !hidden.contains(outermost(name.substring(name.lastIndexOf('.') + 1)))) {
                seen.add(file.getKind() == Kind.CLASS ? new Narrowed(file, hidden) : file);
            }
        }
        return wrapped(seen);
    }

    private static String outermost(String name) {
        int inner = name.indexOf('$');
        return inner < 0 ? name : name.substring(0, inner);
    }

    private List<JavaFileObject> wrapped(Iterable<? extends JavaFileObject> files) {
        List<JavaFileObject> all = new ArrayList<>();
        for (JavaFileObject file : files) {
            all.add(file.getKind() == Kind.SOURCE ? new Source(file, otherwise) : file);
        }
        return all;
    }

    @Override
    public @Nullable String inferBinaryName(Location location, JavaFileObject file) {
        return super.inferBinaryName(location, file instanceof Wrapped ours ? ours.file() : file);
    }

    @Override
    public boolean isSameFile(FileObject one, FileObject other) {
        return super.isSameFile(unwrapped(one), unwrapped(other));
    }

    @Override
    public boolean contains(Location location, FileObject file) throws IOException {
        return super.contains(location, unwrapped(file));
    }

    private static FileObject unwrapped(FileObject file) {
        return file instanceof Wrapped ours ? ours.file() : file;
    }

    /** A file that reads otherwise than it lies on the disk; the JDK's own manager knows it by what is inside. */
    private abstract static class Wrapped extends ForwardingJavaFileObject<JavaFileObject> {
        Wrapped(JavaFileObject file) {
            super(file);
        }

        JavaFileObject file() {
            return fileObject;
        }
    }

    private static final class Source extends Wrapped {
        private final Charset otherwise;

        Source(JavaFileObject file, Charset otherwise) {
            super(file);
            this.otherwise = otherwise;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) throws IOException {
            try (InputStream in = super.openInputStream()) {
                return text(in.readAllBytes(), otherwise);
            }
        }
    }

    private static final class Narrowed extends Wrapped {
        private final Set<String> hidden;

        Narrowed(JavaFileObject file, Set<String> hidden) {
            super(file);
            this.hidden = hidden;
        }

        @Override
        public InputStream openInputStream() throws IOException {
            try (InputStream in = super.openInputStream()) {
                return new ByteArrayInputStream(NarrowedClass.of(in.readAllBytes(), hidden));
            }
        }
    }

    /**
     * The text that these bytes are.
     *
     * @param otherwise the character set in which they are read if they are no UTF-8
     */
    static String text(byte[] bytes, Charset otherwise) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return new String(bytes, otherwise);
        }
    }
}
