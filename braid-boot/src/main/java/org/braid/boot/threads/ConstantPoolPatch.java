package org.braid.boot.threads;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The constant pool of a class file (JVMS 4.4), of which references to fields and methods can be given another owner. Nothing else of the file changes, so neither does what the verifier finds.
 *
 * <pre>
 *   0       4       8            10            end
 *  +-------+-------+------------+-------------+---------------
 *  | magic | minor | count (u2) | entries …   | the rest
 *  +-------+-major-+------------+-------------+---------------
 * </pre>
 */
final class ConstantPoolPatch {
    private static final int COUNT_AT = 8;
    private static final int FIRST_ENTRY = 10;
    private static final int MOST_ENTRIES = 0xffff;

    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int FIELD = 9;
    private static final int METHOD = 10;

    private final ByteBuffer file;
    private final int[] at; // of each entry, its tag's offset
    private final int end;

    private ConstantPoolPatch(ByteBuffer file, int[] at, int end) {
        this.file = file;
        this.at = at;
        this.end = end;
    }

    /** Null if these bytes are no class file. */
    static @Nullable ConstantPoolPatch of(byte[] classFile) {
        ByteBuffer file = ByteBuffer.wrap(classFile);
        try {
            int[] at = new int[file.getShort(COUNT_AT) & 0xffff];
            int next = FIRST_ENTRY;
            for (int i = 1; i < at.length; i++) {
                at[i] = next;
                int tag = file.get(next);
                next += bytes(file, tag, next);
                i += tag == LONG || tag == DOUBLE ? 1 : 0;
            }
            return next > classFile.length ? null : new ConstantPoolPatch(file, at, next);
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            return null;
        }
    }

    private static int bytes(ByteBuffer file, int tag, int at) {
        return switch (tag) {
            case UTF8 -> 3 + (file.getShort(at + 1) & 0xffff);
            case CLASS, 8, 16, 19, 20 -> 3;
            case 15 -> 4;
            case 3, 4, FIELD, METHOD, 11, 12, 17, 18 -> 5;
            case LONG, DOUBLE -> 9;
            default -> throw new IllegalArgumentException("a constant of kind " + tag);
        };
    }

    /** Whether a field or method is named that is meant, by its owner's internal name and its own. */
    boolean names(BiPredicate<String, String> meant) {
        for (int i = 1; i < at.length; i++) {
            if (isMeant(i, meant)) {
                return true;
            }
        }
        return false;
    }

    /** The class file with {@code owner} as the owner of those that are meant; the bytes it was made of if there are none. */
    byte[] withOwner(String owner, BiPredicate<String, String> meant) {
        if (!names(meant) || at.length + 2 > MOST_ENTRIES) {
            return file.array();
        }
        byte[] name = owner.getBytes(StandardCharsets.UTF_8);
        byte[] head = Arrays.copyOf(file.array(), end);
        ByteBuffer pool = ByteBuffer.wrap(head).putShort(COUNT_AT, (short) (at.length + 2));
        for (int i = 1; i < at.length; i++) {
            if (isMeant(i, meant)) {
                pool.putShort(at[i] + 1, (short) (at.length + 1));
            }
        }
        ByteBuffer patched = ByteBuffer.allocate(file.capacity() + 3 + name.length + 3).put(head);
        patched.put((byte) UTF8).putShort((short) name.length).put(name).put((byte) CLASS).putShort((short) at.length);
        return patched.put(file.array(), end, file.capacity() - end).array();
    }

    private boolean isMeant(int entry, BiPredicate<String, String> meant) {
        int tag = at[entry] == 0 ? 0 : file.get(at[entry]);
        return (tag == FIELD || tag == METHOD) && meant.test(text(reference(reference(entry, 1), 1)), text(reference(reference(entry, 3), 1)));
    }

    private int reference(int entry, int offset) {
        return file.getShort(at[entry] + offset) & 0xffff;
    }

    private String text(int entry) {
        int start = at[entry] + 3;
        return new String(file.array(), start, file.getShort(at[entry] + 1) & 0xffff, StandardCharsets.UTF_8);
    }
}
