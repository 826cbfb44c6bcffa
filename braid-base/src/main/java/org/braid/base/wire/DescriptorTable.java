package org.braid.base.wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * All ways to reach a context, best first, as one contiguous byte array (Nexus section 3.1). A value.
 *
 * <pre>
 *   0       1                       2          n              n+2
 *  +-------+ - - - - - - - - - - - +----------+--------------+-----------+ - - -
 *  | count | for each descriptor:  | name len | name (ASCII) | body len  | body
 *  | u8    |                       | u8       |              | u16       |
 *  +-------+ - - - - - - - - - - - +----------+--------------+-----------+ - - -
 * </pre>
 *
 * <p>At most {@link Limits#MAX_DESCRIPTORS} entries and {@link Limits#MAX_TABLE_BYTES} bytes; no method twice. The order is the
 * order of automatic selection; {@link #with}, {@link #without} and {@link #ordered} make the tables of manual selection (section 3.2).
 */
public final class DescriptorTable {
    public static final DescriptorTable EMPTY = new DescriptorTable(List.of());

    private final List<Descriptor> descriptors;
    private final byte[] bytes;

    private DescriptorTable(List<Descriptor> descriptors) {
        this.descriptors = List.copyOf(descriptors);
        check(this.descriptors);
        var to = new PutBuffer(64, Limits.MAX_TABLE_BYTES).putByte(descriptors.size());
        for (int i = 0; i < descriptors.size(); i++) descriptors.get(i).put(to);
        this.bytes = to.toBytes();
    }

    /** @throws BraidException {@link ErrorCode#TABLE_REFUSED} if a method occurs twice or the table is too large */
    public static DescriptorTable of(List<Descriptor> bestFirst) {
        return new DescriptorTable(bestFirst);
    }

    /** Reads a table and leaves what follows it. */
    public static DescriptorTable get(GetBuffer from) {
        int count = from.getUnsignedByte();
        if (count > Limits.MAX_DESCRIPTORS) throw tooMany(count);
        var descriptors = new ArrayList<Descriptor>(count);
        for (int i = 0; i < count; i++) descriptors.add(Descriptor.get(from));
        return new DescriptorTable(descriptors);
    }

    /** Reads a table that is all there is. */
    public static DescriptorTable decode(byte[] bytes) {
        var from = new GetBuffer(bytes);
        DescriptorTable table = get(from);
        from.expectEnd();
        return table;
    }

    /** Appends it as bytes; {@link #get} takes it out again. */
    void put(PutBuffer to) {
        to.putRaw(bytes, 0, bytes.length);
    }

    /** The table as it travels; a copy. */
    public byte[] toBytes() {
        return bytes.clone();
    }

    /** What {@link #put} appends, in bytes. */
    int byteLength() {
        return bytes.length;
    }

    /** Number of descriptors. */
    int size() {
        return descriptors.size();
    }

    /**
     * Takes a table out of a message.
     *
     * @throws BraidException if the bytes are none
     */
    Descriptor get(int index) {
        return descriptors.get(index);
    }

    /** All of them, in order of preference. */
    public List<Descriptor> descriptors() {
        return descriptors;
    }

    /** The entry of a method, interface included if it has one, or null. */
    public @Nullable Descriptor find(String method) {
        int index = indexOf(descriptors, method);
        return index < 0 ? null : descriptors.get(index);
    }

    /** This table with one more entry before the one at {@code index}. */
    DescriptorTable with(int index, Descriptor descriptor) {
        var changed = new ArrayList<>(descriptors);
        changed.add(index, descriptor);
        return new DescriptorTable(changed);
    }

    /** This table without a method; the same table if it has none. */
    public DescriptorTable without(String method) {
        var changed = new ArrayList<>(descriptors);
        int index = indexOf(changed, method);
        if (index < 0) return this;
        changed.remove(index);
        return new DescriptorTable(changed);
    }

    /** This table with the named methods first, in that order, and the others after them as they were; unknown names are passed over. */
    DescriptorTable ordered(List<String> methods) {
        var rest = new ArrayList<>(descriptors);
        var changed = new ArrayList<Descriptor>(rest.size());
        for (String method : methods) {
            int index = indexOf(rest, method);
            if (index >= 0) changed.add(rest.remove(index));
        }
        changed.addAll(rest);
        return new DescriptorTable(changed);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DescriptorTable table && Arrays.equals(bytes, table.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return descriptors.toString();
    }

    private static int indexOf(List<Descriptor> list, String method) {
        for (int i = 0; i < list.size(); i++) if (list.get(i).method().equals(method)) return i;
        return -1;
    }

    private static void check(List<Descriptor> descriptors) {
        if (descriptors.size() > Limits.MAX_DESCRIPTORS) throw tooMany(descriptors.size());
        int total = 1;
        for (int i = 0; i < descriptors.size(); i++) {
            Descriptor descriptor = descriptors.get(i);
            total += descriptor.tableBytes();
            if (indexOf(descriptors, descriptor.method()) < i) throw refused("it has " + descriptor.method() + " twice");
        }
        if (total > Limits.MAX_TABLE_BYTES) throw refused("it has " + total + " bytes, at most " + Limits.MAX_TABLE_BYTES + " are allowed");
    }

    private static BraidException tooMany(int count) {
        return refused("it has " + count + " entries, at most " + Limits.MAX_DESCRIPTORS + " are allowed");
    }

    private static BraidException refused(String why) {
        return new BraidException(ErrorCode.TABLE_REFUSED, "descriptor table refused", why, "Close the lane on which it came, or offer fewer methods");
    }
}
