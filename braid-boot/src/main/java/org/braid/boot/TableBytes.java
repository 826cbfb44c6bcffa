package org.braid.boot;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.DescriptorTable;

/** Descriptor tables as bytes, until {@link DescriptorTable} does it itself. */
final class TableBytes {
    private TableBytes() {}

    static byte[] of(DescriptorTable table) {
        ByteBuffer out = ByteBuffer.allocate(16 * 1024);
        out.put((byte) table.descriptors().size());
        for (Descriptor descriptor : table.descriptors()) {
            byte[] name = descriptor.method().getBytes(StandardCharsets.US_ASCII);
            out.put((byte) name.length).put(name).putShort((short) descriptor.body().length).put(descriptor.body());
        }
        return java.util.Arrays.copyOf(out.array(), out.position());
    }

    static DescriptorTable parse(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        List<Descriptor> descriptors = new ArrayList<>();
        for (int count = in.get(); count > 0; count--) {
            byte[] name = new byte[in.get() & 0xff];
            in.get(name);
            byte[] body = new byte[in.getShort() & 0xffff];
            in.get(body);
            descriptors.add(new Descriptor(new String(name, StandardCharsets.US_ASCII), body));
        }
        return DescriptorTable.of(descriptors);
    }
}
