package org.braid.testkit.sim.plant;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The production sources of this build, and how they are changed. */
final class Sources {
    private static final List<Path> MODULES = modules("braid-base", "braid-link", "braid-pipe", "braid-devices", "braid-mpi", "braid-coll");

    private Sources() {}

    private static List<Path> modules(String... names) {
        List<Path> found = new ArrayList<>();
        for (String name : names) {
            Path sources = Path.of("..", name, "src", "main", "java").toAbsolutePath().normalize();
            if (Files.isDirectory(sources)) {
                found.add(sources);
            }
        }
        return found;
    }

    /** The files that {@code some} of the patches change, by class, and those that may have taken constants from these, with all patches applied. */
    static Map<String, String> with(List<Patch> patches, List<Patch> some) {
        Map<String, String> changed = new HashMap<>();
        for (Patch patch : patches) {
            changed.put(patch.type(), patch.applied(changed.computeIfAbsent(patch.type(), Sources::text)));
        }
        Map<String, String> all = new HashMap<>();
        for (Patch patch : some) {
            all.put(patch.type(), changed.get(patch.type()));
            addUsers(patch.type(), all, changed);
        }
        return all;
    }

    static String text(String type) {
        return read(fileOf(type));
    }

    private static Path fileOf(String type) {
        for (Path module : MODULES) {
            Path file = module.resolve(type.replace('.', '/') + ".java");
            if (Files.exists(file)) {
                return file;
            }
        }
        throw new IllegalStateException("There is no source of " + type + " in " + MODULES);
    }

    /** A constant is compiled into whoever names it: {@code Type.NAME}. */
    private static void addUsers(String type, Map<String, String> all, Map<String, String> changed) {
        Path file = fileOf(type);
        Path module = MODULES.stream().filter(file::startsWith).findFirst().orElseThrow();
        Pattern use = Pattern.compile("\\b" + type.substring(type.lastIndexOf('.') + 1) + "\\.[A-Z][A-Z_]+\\b");
        try (Stream<Path> files = Files.walk(module)) {
            for (Path each : (Iterable<Path>) files.filter(path -> path.toString().endsWith(".java"))::iterator) {
                String name = module.relativize(each).toString().replace('/', '.');
                String text = read(each);
                if (use.matcher(text).find()) {
                    String user = name.substring(0, name.length() - ".java".length());
                    all.put(user, changed.getOrDefault(user, text));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
