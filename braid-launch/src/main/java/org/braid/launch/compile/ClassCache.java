package org.braid.launch.compile;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.launch.jvm.PassedOptions;
import org.braid.launch.text.Words;
import org.jspecify.annotations.Nullable;

/**
 * The compiled programs of one user.
 *
 * <pre>
 *   cache/sources/&lt;hash of its path, class path, profile, options and build&gt;    the files it was last compiled from
 *   cache/classes/&lt;hash of those and of the files' contents&gt;/         its classes, sealed; never changed once it is there
 *   cache/…/new-PID-…                                                      what is being made
 * </pre>
 *
 * What is used must be this user's alone ({@link DirectoryGuard}) and whole ({@link Seal}); what is not whole is made again.
 */
public final class ClassCache {
    /** A source may change, and {@code braid clean} may come, while a program is compiled; not for ever. */
    private static final int MOST_COMPILATIONS = 3;

    /** No program has so many sources; a list that is longer is none. */
    private static final long LONGEST_LIST_BYTES = 16 << 20;

    private final Path sources;
    private final Path classes;
    private final String build;

    /**
     * It uses a directory of caches for one build; nothing is made before a program is asked for.
     *
     * @param root a directory as {@link CacheDirectory#writable()} finds it
     * @param build identity of this Braid and its JDK: other builds do not share entries
     */
    public ClassCache(Path root, String build) {
        this.sources = root.resolve("sources");
        this.classes = root.resolve("classes");
        this.build = build;
    }

    /**
     * A program's classes; compiles it if they are not there yet.
     *
     * @param typed the source file as the user named it; so javac names it in its messages
     * @param compilePath what it is compiled against
     * @param profile what it sees of package mpi
     * @param options more of javac's, as {@link PassedOptions} gives them
     * @throws BraidException {@code BRD-1607} if the compiler refuses the program, having said why on standard error; {@code BRD-1615} if others could change what is in the cache, its disk is full, or somebody removes it meanwhile
     */
    public CompiledProgram program(Path typed, String compilePath, String profile, List<String> options) throws IOException {
        Path source = typed.toAbsolutePath().normalize();
        String key = key(source, compilePath, profile, options);
        try {
            return program(typed, source, compilePath, key, new Compiler(compilePath, profile, options));
        } catch (NoSuchFileException e) {
            if (isOurs(e.getFile())) {
                throw CacheDirectory.vanished(classes, e.getFile());
            }
            throw e;
        }
    }

    private boolean isOurs(@Nullable String file) {
        return file != null && (Path.of(file).startsWith(classes) || Path.of(file).startsWith(sources));
    }

    private CompiledProgram program(Path typed, Path source, String compilePath, String key, Compiler compiler) throws IOException {
        Path list = sources.resolve(key);
        CompiledProgram program = known(key, compilePath, list);
        for (int compilations = 0; program == null; compilations++) {
            if (compilations == MOST_COMPILATIONS) {
                throw new IOException("the classes of " + source + ", or its sources, change all the time");
            }
            compile(compiler, typed, compilePath, key, list);
            program = known(key, compilePath, list);
        }
        return program;
    }

    private String key(Path source, String compilePath, String profile, List<String> options) {
        ContentHash hash = new ContentHash().add(build).add(source.toString()).add(compilePath).add(profile);
        for (String option : options) {
            hash.add(option);
        }
        return hash.hex();
    }

    /** What a list of sources leads to, if all of it is there. */
    private @Nullable CompiledProgram known(String key, String compilePath, Path list) throws IOException {
        if (!list.toFile().isFile() || list.toFile().length() > LONGEST_LIST_BYTES) {
            return null;
        }
        DirectoryGuard guard = DirectoryGuard.ofThisUser();
        require(guard, sources);
        require(guard, classes);
        List<String> lines = Words.lines(new String(Files.readAllBytes(list), StandardCharsets.UTF_8));
        Path entry = entry(key, compilePath, lines);
        if (entry == null || !entry.toFile().isDirectory()) {
            return null;
        }
        require(guard, entry);
        return new CacheEntry(entry).use(lines.getFirst());
    }

    private static void require(DirectoryGuard guard, Path directory) throws IOException {
        CacheDirectory.require(guard.of(directory), directory);
    }

    /** Where a list (first line: main class, then sources) says that the classes are; null if one of the sources is no longer there. */
    private @Nullable Path entry(String key, String compilePath, List<String> list) throws IOException {
        if (list.size() < 2) {
            return null;
        }
        ContentHash hash = new ContentHash().add(key);
        for (String name : list) {
            hash.add(name);
        }
        for (int i = 1; i < list.size(); i++) {
            File file = new File(list.get(i));
            if (!file.isFile()) {
                return null;
            }
            hash.add(Files.readAllBytes(file.toPath()));
        }
        addStamps(hash, compilePath);
        return classes.resolve(hash.hex());
    }

    /** Jars and directories that a program is compiled against count with size and time only. */
    private static void addStamps(ContentHash hash, String compilePath) {
        int start = 0;
        for (int i = 0; i <= compilePath.length(); i++) {
            if (i == compilePath.length() || compilePath.charAt(i) == File.pathSeparatorChar) {
                File file = new File(compilePath.substring(start, i));
                hash.add(file.length()).add(file.lastModified());
                start = i + 1;
            }
        }
    }

    private void compile(Compiler compiler, Path typed, String compilePath, String key, Path list) throws IOException {
        Path fresh = fresh();
        try {
            compiler.compile(SourceProgram.of(typed), fresh);
            Path listed = Unfinished.file(sources);
            Files.move(fresh.resolve(CompileMain.SOURCES), listed, StandardCopyOption.REPLACE_EXISTING);
            Path entry = entry(key, compilePath, Words.lines(Files.readString(listed)));
            if (entry == null) {
                throw new IOException("a source file vanished while it was compiled");
            }
            new CacheEntry(entry).put(fresh);
            if (Files.isDirectory(list, LinkOption.NOFOLLOW_LINKS)) {
                FileTree.delete(list); // a file takes the place of all else
            }
            Files.move(listed, list, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            FileTree.delete(fresh);
        }
    }

    /** Where the classes are made; on a disk that is full there may be no place even for that. */
    private Path fresh() {
        try {
            Unfinished.removeAbandoned(CacheDirectory.create(classes));
            Unfinished.removeAbandoned(CacheDirectory.create(sources));
            return Unfinished.directory(classes);
        } catch (NoSuchFileException e) {
            throw CacheDirectory.vanished(classes, String.valueOf(e.getFile()));
        } catch (IOException e) {
            throw CacheDirectory.nowhere(classes, String.valueOf(e));
        }
    }
}
