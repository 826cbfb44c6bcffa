package org.braid.bench.build;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Where the files of a build are: its jar, or the directory of a module's classes.
 *
 * @param path of either one
 */
record Home(Path path) {

    /** Where this class was loaded from. */
    static Home ofThisBuild() {
        try {
            return new Home(Path.of(Home.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the place of Braid's own classes is no path", e);
        }
    }

    boolean has(String name) throws IOException {
        if (Files.isDirectory(path)) {
            return Files.isRegularFile(path.resolve(name));
        }
        try (ZipFile jar = new ZipFile(path.toFile())) {
            return jar.getEntry(name) != null;
        }
    }

    /**
     * What a directory in it holds, not what is below that.
     *
     * @param directory with a slash at its end
     * @param end of the names that are wanted
     */
    SortedMap<String, byte[]> files(String directory, String end) throws IOException {
        SortedMap<String, byte[]> files = new TreeMap<>();
        if (!Files.isDirectory(path)) {
            addEntries(files, directory, end);
        } else if (Files.isDirectory(path.resolve(directory))) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(path.resolve(directory), "*" + end)) {
                for (Path file : found) {
                    files.put(file.getFileName().toString(), Files.readAllBytes(file));
                }
            }
        }
        return files;
    }

    private void addEntries(SortedMap<String, byte[]> files, String directory, String end) throws IOException {
        try (ZipFile jar = new ZipFile(path.toFile())) {
            for (ZipEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                if (name.startsWith(directory) && name.endsWith(end) && name.indexOf('/', directory.length()) < 0) {
                    files.put(name.substring(directory.length()), jar.getInputStream(entry).readAllBytes());
                }
            }
        }
    }
}
