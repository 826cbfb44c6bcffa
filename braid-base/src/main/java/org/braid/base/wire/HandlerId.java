package org.braid.base.wire;

import java.nio.charset.StandardCharsets;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.Text;

/**
 * Handler ids: 32-bit hashes of names, so that processes agree on them without asking each other (GRIM's registry by name).
 *
 * <p>Ids 0 to {@value #LAST_PREDEFINED} are for handlers of the runtime itself and never the hash of a name. Two names may collide;
 * the registry refuses the second one, and the first use of an id on a lane sends id and name, so a collision between processes is noticed too.
 */
public final class HandlerId {
    /** No handler: what frames carry whose kind has none. */
    public static final int NONE = 0;
    public static final int LAST_PREDEFINED = 255;

    private HandlerId() {}

    /**
     * The id of a name: FNV-1a over its UTF-8 bytes, then MurmurHash3's 32-bit finaliser; a result that is predefined is moved up by 256.
     *
     * @throws BraidException {@link ErrorCode#NAME_INVALID} unless the name has 1 to 255 bytes and no control characters
     */
    public static int of(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        check(name, bytes.length);
        int hash = finish(fnv1a(bytes));
        return isPredefined(hash) ? hash + LAST_PREDEFINED + 1 : hash;
    }

    /** Whether an id is known to all without its name. */
    public static boolean isPredefined(int id) {
        return (id & ~LAST_PREDEFINED) == 0;
    }

    private static int fnv1a(byte[] bytes) {
        int hash = 0x811c9dc5;
        for (byte b : bytes) hash = (hash ^ b & 0xff) * 0x01000193;
        return hash;
    }

    private static int finish(int hash) {
        hash = (hash ^ hash >>> 16) * 0x85ebca6b;
        hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
        return hash ^ hash >>> 16;
    }

    private static void check(String name, int bytes) {
        if (bytes >= 1 && bytes <= Limits.MAX_NAME_BYTES && !Text.hasControl(name)) return;
        throw new BraidException(ErrorCode.NAME_INVALID,
            "handler name '" + Text.shown(name) + "' is not valid",
            "it has " + bytes + " bytes of UTF-8" + (Text.hasControl(name) ? " and control characters" : ""),
            "Use 1 to " + Limits.MAX_NAME_BYTES + " bytes without control characters");
    }
}
