package org.braid.launch.text;

import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/** Names of files that this JVM can't write, for its locale has no such letters: it reads them with replacements in their place, and would look for another file. */
public final class Names {
    private static final char REPLACEMENT = '\uFFFD';

    private Names() {}

    /**
     * Refuses a path that cannot be the one that was written.
     *
     * @throws BraidException {@code BRD-1611} if a path, or the working directory to which it is relative, was not read as it is written
     */
    public static void check(String path) {
        if (path.indexOf(REPLACEMENT) >= 0) {
            throw unwritable(path);
        }
        if (!path.startsWith("/") && System.getProperty("user.dir", "").indexOf(REPLACEMENT) >= 0) {
            throw unwritable(System.getProperty("user.dir"));
        }
    }

    /** The error of a name that this locale has no letters for: {@code BRD-1611}. */
    public static BraidException unwritable(String path) {
        return new BraidException(
                ErrorCode.FILE_UNREADABLE, "'" + path + "' cannot be named", "it has letters that are not in the character set of this locale, " + System.getProperty("sun.jnu.encoding"),
                "Choose a locale that has them: LC_ALL=C.UTF-8 braid run ...");
    }
}
