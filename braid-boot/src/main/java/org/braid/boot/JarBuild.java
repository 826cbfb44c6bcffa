package org.braid.boot;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.security.CodeSource;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import org.braid.base.BraidException;

/** The build of a process that no launcher has told it: the first 32 bits of the SHA-256 of the jar that it runs from. Only guests ask; it takes some milliseconds. */
final class JarBuild {
    private JarBuild() {}

    /** 0 for classes that were not built into the one jar; Braid in pieces, as in its own tests, has no build. */
    static int number() {
        CodeSource source = JarBuild.class.getProtectionDomain().getCodeSource();
        if (source == null || !source.equals(BraidException.class.getProtectionDomain().getCodeSource())) {
            return 0;
        }
        try {
            File jar = new File(source.getLocation().toURI());
            return jar.isFile() ? firstBits(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar.toPath()))) : 0;
        } catch (IOException | URISyntaxException | IllegalArgumentException | GeneralSecurityException e) {
            return 0; // a peer that knows its build refuses this one and names both
        }
    }

    private static int firstBits(byte[] hash) {
        return (hash[0] & 0xff) << 24 | (hash[1] & 0xff) << 16 | (hash[2] & 0xff) << 8 | hash[3] & 0xff;
    }
}
