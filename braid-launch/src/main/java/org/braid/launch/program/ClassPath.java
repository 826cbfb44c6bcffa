package org.braid.launch.program;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.braid.launch.text.Names;

/** The user's class path: entries made absolute, {@code dir/*} expanded to the jars in it, as the {@code java} command does. */
final class ClassPath {
    private ClassPath() {}

    /**
     * The entries of a path; an empty one is the working directory, as it is for {@code java}.
     *
     * @param wdir where ranks will run, "" for here: what is relative is looked for here, and then there, where the java of another launcher would
     */
    static List<String> entries(String path, String wdir) {
        List<String> entries = new ArrayList<>();
        for (String entry : path.split(File.pathSeparator, -1)) {
            Names.check(entry);
            add(entries, entry);
            if (!wdir.isEmpty() && !new File(entry).isAbsolute()) {
                add(entries, wdir + "/" + entry);
            }
        }
        return entries;
    }

    private static void add(List<String> entries, String entry) {
        if (entry.equals("*") || entry.endsWith("/*")) {
            addJars(entries, new File(entry.substring(0, entry.length() - 1)));
        } else {
            entries.add(Path.of(entry).toAbsolutePath().normalize().toString());
        }
    }

    private static void addJars(List<String> entries, File directory) {
        String[] names = directory.getAbsoluteFile().list();
        if (names == null) {
            return;
        }
        Arrays.sort(names);
        for (String name : names) {
            if (name.endsWith(".jar") || name.endsWith(".JAR")) {
                entries.add(directory.toPath().resolve(name).toAbsolutePath().normalize().toString());
            }
        }
    }

    /** Whether some entry holds the class. */
    static boolean has(List<String> entries, String className) throws IOException {
        String file = className.replace('.', '/') + ".class";
        for (String entry : entries) {
            File place = new File(entry);
            if (place.isDirectory() ? new File(place, file).isFile() : place.isFile() && hasEntry(place, file)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasEntry(File jar, String name) throws IOException {
        try (ZipFile zip = new ZipFile(jar)) {
            return zip.getEntry(name) != null;
        } catch (ZipException e) {
            return false;
        }
    }
}
