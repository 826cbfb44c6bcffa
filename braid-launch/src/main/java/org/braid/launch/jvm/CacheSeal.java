package org.braid.launch.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * What an AOT cache was when it was made, in a file beside it: its length in bytes and its CRC32C. It is read only where something has failed, since it takes the whole file, some 20 MB; what changes such a file is a disk, or a
 * hand, against which it defends no further.
 */
public final class CacheSeal {
    private static final String ENDING = ".seal";
    private static final int PIECE_BYTES = 1 << 16;

    private CacheSeal() {}

    /** The file that has the seal of a cache. */
    public static Path of(Path cache) {
        return cache.resolveSibling(cache.getFileName() + ENDING);
    }

    /** What is to stand in that file, for a cache that is as it was made. */
    public static String text(Path cache) throws IOException {
        CRC32C sum = new CRC32C();
        byte[] piece = new byte[PIECE_BYTES];
        long bytes = 0;
        try (InputStream all = Files.newInputStream(cache)) {
            for (int read = all.read(piece); read >= 0; read = all.read(piece)) {
                sum.update(piece, 0, read);
                bytes += read;
            }
        }
        return bytes + " " + Long.toHexString(sum.getValue()) + "\n";
    }

    /** Whether a cache is as it was made. One without a seal is not, nor one that cannot be read. */
    static boolean fits(Path cache) {
        try {
            return text(cache).equals(new String(Files.readAllBytes(of(cache)), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return false;
        }
    }
}
