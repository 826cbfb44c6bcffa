package org.braid.launch.compile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
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
 * The compiler's files, of which each source is read in the character set that it is written in: UTF-8, or else ISO-8859-1, which older programs are full of and which has a letter for
 * every byte. A text in another set that happens to be UTF-8 does not occur.
 */
final class SourceFiles extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private static final String MPI = "mpi";

    private final Set<String> hidden;

    /** @param hidden classes of package mpi that nobody sees ({@link Ambiguity}) */
    SourceFiles(StandardJavaFileManager files, Set<String> hidden) {
        super(files);
        this.hidden = hidden;
    }

    /** The source files of these names. */
    List<JavaFileObject> named(String name) {
        return wrapped(fileManager.getJavaFileObjects(name));
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
            if (name == null || !hidden.contains(name.substring(name.lastIndexOf('.') + 1))) {
                seen.add(file);
            }
        }
        return wrapped(seen);
    }

    private static List<JavaFileObject> wrapped(Iterable<? extends JavaFileObject> files) {
        List<JavaFileObject> all = new ArrayList<>();
        for (JavaFileObject file : files) {
            all.add(file.getKind() == Kind.SOURCE ? new Source(file) : file);
        }
        return all;
    }

    @Override
    public @Nullable String inferBinaryName(Location location, JavaFileObject file) {
        return super.inferBinaryName(location, file instanceof Source source ? source.file() : file);
    }

    @Override
    public boolean isSameFile(FileObject one, FileObject other) {
        return super.isSameFile(one instanceof Source source ? source.file() : one, other instanceof Source source ? source.file() : other);
    }

    @Override
    public boolean contains(Location location, FileObject file) throws IOException {
        return super.contains(location, file instanceof Source source ? source.file() : file);
    }

    private static final class Source extends ForwardingJavaFileObject<JavaFileObject> {
        Source(JavaFileObject file) {
            super(file);
        }

        JavaFileObject file() {
            return fileObject;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) throws IOException {
            try (InputStream in = openInputStream()) {
                return text(in.readAllBytes());
            }
        }
    }

    /** The text that these bytes are. */
    static String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }
}
