package org.braid.launch.compile;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** A directory with all that is in it, or a file. */
public final class FileTree {
    private FileTree() {}

    /**
     * Removes a file, or a directory with all that is in it; links are removed and not followed.
     *
     * @param tree it need not be there
     * @throws IOException if something cannot be removed: the rest then stays, too
     */
    public static void delete(Path tree) throws IOException {
        if (!Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (Files.isDirectory(tree, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> children = Files.newDirectoryStream(tree)) {
                for (Path child : children) {
                    delete(child);
                }
            }
        }
        Files.deleteIfExists(tree);
    }
}
