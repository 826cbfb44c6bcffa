package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.Test;

class DescriptorTableTest {
    private static final Descriptor SHM = new Descriptor("shm", new byte[] {1, 2});
    private static final Descriptor TCP = new Descriptor("tcp", new byte[] {3});
    private static final Descriptor ETH = new Descriptor("tcp@eth0", new byte[0]);
    private static final DescriptorTable TABLE = DescriptorTable.of(List.of(SHM, TCP, ETH));

    @Test
    void theBytesAreThoseOfTheDrawing() {
        assertEquals("02" + "03" + "73686d" + "0200" + "0102" + "03" + "746370" + "0100" + "03",
            HexFormat.of().formatHex(DescriptorTable.of(List.of(SHM, TCP)).toBytes()));
        assertEquals("00", HexFormat.of().formatHex(DescriptorTable.EMPTY.toBytes()));
    }

    @Test
    void orderIsKeptAndIsPartOfTheValue() {
        assertEquals(List.of(SHM, TCP, ETH), DescriptorTable.decode(TABLE.toBytes()).descriptors());
        assertNotEquals(TABLE, DescriptorTable.of(List.of(TCP, SHM, ETH)));
    }

    @Test
    void entriesAreFoundAddedDeletedAndReordered() {
        assertEquals(TCP, TABLE.find("tcp"));
        assertNull(TABLE.find("udp"));
        assertEquals(List.of(SHM, ETH), TABLE.without("tcp").descriptors());
        assertSame(TABLE, TABLE.without("udp"));
        assertEquals(TABLE, TABLE.without("tcp").with(1, TCP));
        assertEquals(List.of(ETH, SHM, TCP), TABLE.ordered(List.of("udp", "tcp@eth0")).descriptors());
    }

    @Test
    void aMethodMayNotOccurTwiceNeitherBuiltNorDecoded() {
        Refused.with(ErrorCode.TABLE_REFUSED, () -> TABLE.with(0, new Descriptor("tcp", new byte[9])), "tcp twice");
        byte[] bytes = DescriptorTable.of(List.of(TCP, new Descriptor("tcq", new byte[0]))).toBytes();
        for (int i = 0; i < bytes.length; i++) if (bytes[i] == 'q') bytes[i] = 'p';
        Refused.with(ErrorCode.TABLE_REFUSED, () -> DescriptorTable.decode(bytes), "tcp twice");
    }

    @Test
    void countBodyAndTotalAreCappedEachByItself() {
        var many = new ArrayList<Descriptor>();
        for (int i = 0; i < Limits.MAX_DESCRIPTORS; i++) many.add(new Descriptor("m" + i, new byte[0]));
        assertEquals(Limits.MAX_DESCRIPTORS, DescriptorTable.of(many).size());
        many.add(TCP);
        Refused.with(ErrorCode.TABLE_REFUSED, () -> DescriptorTable.of(many), "33 entries");
        Refused.with(ErrorCode.TABLE_REFUSED, () -> DescriptorTable.decode(new byte[] {(byte) 255}), "255 entries");

        Refused.with(ErrorCode.TABLE_REFUSED, () -> new Descriptor("tcp", new byte[Limits.MAX_DESCRIPTOR_BODY + 1]), "1025 bytes");

        var large = new ArrayList<Descriptor>();
        for (int i = 0; i < 8; i++) large.add(new Descriptor("m" + i, new byte[Limits.MAX_DESCRIPTOR_BODY]));
        Refused.with(ErrorCode.TABLE_REFUSED, () -> DescriptorTable.of(large), "at most 8192");
    }

    @Test
    void namesFromTheWireThatAreNoMethodNamesAreRefused() {
        for (String name : new String[] {"", "TCP", "tcp\n", "..", "tcp@", "@eth0", "tcp@et h0", "tcp@a@b", "a".repeat(33), "tcp\u202e"})
            Refused.with(ErrorCode.TABLE_REFUSED, () -> new Descriptor(name, new byte[0]));
    }

    @Test
    void aDescriptorNeverChangesThroughTheArraysItWasMadeOfOrGaveAway() {
        byte[] body = {1};
        var descriptor = new Descriptor("tcp", body);
        body[0] = 2;
        descriptor.body()[0] = 3;
        assertEquals(1, descriptor.body()[0]);
        assertEquals("tcp", ETH.transport());
    }
}
