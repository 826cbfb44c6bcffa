package org.braid.boot.hosts;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/** A file with a {@link Specification}. */
public final class SpecificationFile {
    private static final int LONGEST_BYTES = 1 << 20;
    private static final String BYTE_ORDER_MARK = "\ufeff";

    private SpecificationFile() {}

    /**
     * What the file says.
     *
     * @throws BraidException {@code BRD-1422} if it cannot be read, is no UTF-8, or has more than 1 MiB, of which no more is read, and as {@link Specification#parse}
     */
    public static Specification read(Path file) {
        try {
            return Specification.parse(text(file));
        } catch (NoSuchFileException e) {
            throw unreadable(file, "there is no such file", e);
        } catch (CharacterCodingException e) {
            throw unreadable(file, "it is not UTF-8", e);
        } catch (IOException e) {
            throw unreadable(file, String.valueOf(e.getMessage()), e);
        }
    }

    /** A device has no size that could be asked for before. */
    private static String text(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(LONGEST_BYTES + 1);
            if (bytes.length > LONGEST_BYTES) {
                throw new IOException("it is longer than " + LONGEST_BYTES + " bytes");
            }
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text; // some editors begin files with it
        }
    }

    private static BraidException unreadable(Path file, String why, IOException cause) {
        return new BraidException(ErrorCode.TOPOLOGY_INVALID, "the topology cannot be read from " + file, why, "Name a text file with a line for each host; see docs/multilevel.md", cause);
    }
}
