package runtime.starter;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.security.CodeSource;
import org.jspecify.annotations.Nullable;

/** The directory that holds Braid's script: the one above the jar, as it was named or where it really lies, else the one that MPJ_HOME names. A copy of the jar in a project has nothing but that. */
final class Home {
    static final String LOOKED_AT = "neither above this jar nor where MPJ_HOME points is there a file 'braid'";

    /** From {@code braid-starter/target/starter.jar} up to the clone. */
    private static final int MOST_LEVELS = 3;

    private final File directory;

    private Home(File directory) {
        this.directory = directory;
    }

    /** @param named what MPJ_HOME says, null if it is not set; it may name MPJ Express, which has no such script */
    static @Nullable Home find(@Nullable String named) {
        File jar = jar();
        Home home = jar == null ? null : above(jar);
        if (home == null && jar != null) {
            home = above(real(jar));
        }
        return home == null && named != null ? at(new File(named)) : home;
    }

    File launcher() {
        return new File(directory, "braid");
    }

    private static @Nullable Home above(File jar) {
        File directory = jar.getParentFile();
        for (int level = 0; level < MOST_LEVELS && directory != null; level++) {
            Home home = at(directory);
            if (home != null) {
                return home;
            }
            directory = directory.getParentFile();
        }
        return null;
    }

    private static @Nullable Home at(File directory) {
        Home home = new Home(directory.getAbsoluteFile());
        return home.launcher().isFile() ? home : null;
    }

    private static @Nullable File jar() {
        CodeSource source = MPJRun.class.getProtectionDomain().getCodeSource();
        try {
            return source == null ? null : new File(source.getLocation().toURI());
        } catch (URISyntaxException | IllegalArgumentException notAFile) {
            return null;
        }
    }

    private static File real(File file) {
        try {
            return file.getCanonicalFile();
        } catch (IOException e) {
            return file;
        }
    }
}
