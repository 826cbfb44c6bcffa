package org.braid.mpi.window;

import org.braid.base.BraidException;
import org.braid.base.wire.GetBuffer;
import org.braid.base.wire.PutBuffer;
import org.braid.link.dispatch.Payload;
import org.braid.mpi.data.UserMemory;
import org.braid.mpi.window.layout.Layout;
import org.braid.mpi.window.layout.Operator;
import org.jspecify.annotations.Nullable;

/**
 * An access, or a part of one, as it travels to its target. Origin, number, kind and operator are the ints of the message.
 *
 * <pre>
 *   0          8          9
 *  +----------+----------+- - - - - -+- - - -
 *  | at       | layout               | data …      at: byte of the target's part; data: of put and accumulate one copy, of swap what is compared, then what is written
 *  +----------+----------+- - - - - -+- - - -
 * </pre>
 */
final class AccessMessage {
    private static final int FIRST_BYTES = 64;
    private static final int MOST_BYTES = Long.BYTES + 16 + Layout.MOST_BLOCKS * (Long.BYTES + Integer.BYTES);

    private AccessMessage() {}

    /** @param packed where the part stands among the access's data */
    static byte[] of(Access access, Layout part, long packed) {
        PutBuffer head = new PutBuffer(FIRST_BYTES, MOST_BYTES).putLong(access.at);
        part.put(head);
        int bytes = dataBytes(access.kind, access.operator, Math.toIntExact(part.sizeBytes()));
        byte[] message = new byte[Math.addExact(head.length(), bytes)];
        System.arraycopy(head.array(), 0, message, 0, head.length());
        if (bytes > 0) {
            UserMemory.copy(access.data.base(), access.data.start() + packed, message, head.length(), bytes);
        }
        return message;
    }

    private static int dataBytes(Access.Kind kind, @Nullable Operator operator, int partBytes) {
        return switch (kind) {
            case GET -> 0;
            case PUT -> partBytes;
            case ACCUMULATE, FETCH -> operator == null || operator.changesNothing() ? 0 : partBytes;
            case SWAP -> 2 * partBytes;
        };
    }

    /**
     * Applies what came.
     *
     * @return what is fetched; null if nothing is
     * @throws RefusedAccess if it cannot be read or applied
     */
    static byte @Nullable [] applyTo(Exposure exposure, int kindNumber, int operatorCode, Payload payload) {
        Access.Kind kind = kindNumber >= 0 && kindNumber < Access.Kind.values().length ? Access.Kind.values()[kindNumber] : null;
        boolean combines = kind == Access.Kind.ACCUMULATE || kind == Access.Kind.FETCH;
        Operator operator = combines ? exposure.operator(operatorCode) : null;
        GetBuffer reader = payload.reader();
        long at;
        Layout layout;
        try {
            at = reader.getLong();
            layout = Layout.get(reader);
        } catch (BraidException unreadable) {
            throw new RefusedAccess(RefusedAccess.UNREADABLE, unreadable.why());
        }
        if (kind == null || combines && operator == null || layout.sizeBytes() > MessageWay.PART_BYTES || reader.remaining() != dataBytes(kind, operator, (int) layout.sizeBytes())) {
            throw new RefusedAccess(RefusedAccess.UNREADABLE, "kind " + kindNumber + ", operator " + operatorCode + ", " + reader.remaining() + " bytes");
        }
        return exposure.apply(kind, at, layout, operator, payload.segment(), reader.position());
    }
}
