package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.braid.base.ErrorCode;
import org.braid.base.wire.StartpointImage.Target;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StartpointImageTest {
    private static final ContextId CONTEXT = new ContextId(1, 2, 3);
    private static final DescriptorTable ONE = DescriptorTable.of(List.of(new Descriptor("tcp", new byte[] {7})));
    private static final DescriptorTable TWO = DescriptorTable.of(List.of(new Descriptor("shm", new byte[] {8})));
    private static final List<MethodExpression> ORDER = MethodExpression.parseOrder("shm, tcp(sndbuf=4MiB)");

    @Test
    void aStartpointWithTheDefaultTableTakes44Bytes() {
        byte[] bytes = encode(StartpointImage.to(CONTEXT, 5, 6, 7));
        assertEquals(8 + 36, bytes.length);
        assertEquals(StartpointImage.to(CONTEXT, 5, 6, 7), decode(bytes));
    }

    @Test
    void tablesAndOrdersThatTargetsShareTravelOnce() {
        var targets = new ArrayList<Target>();
        for (int i = 0; i < 100; i++) targets.add(target(i, i % 2 == 0 ? ONE : TWO, i % 3 == 0 ? ORDER : List.of()));
        var image = new StartpointImage(targets);
        byte[] bytes = encode(image);
        assertEquals(8 + ONE.byteLength() + TWO.byteLength() + 2 + "shm, tcp(sndbuf=4MiB)".length() + 100 * 36, bytes.length);
        assertEquals(image, decode(bytes));
    }

    @Test
    void theLargestMulticastFitsIntoAFrame() {
        var targets = new ArrayList<>(Collections.nCopies(Limits.MAX_TARGETS, target(1, ONE, ORDER)));
        byte[] bytes = encode(new StartpointImage(targets));
        assertTrue(bytes.length <= Limits.MAX_FRAME_PAYLOAD);
        assertEquals(Limits.MAX_TARGETS, decode(bytes).targets().size());
        targets.add(target(2, null, List.of()));
        Refused.with(ErrorCode.STARTPOINT_REFUSED, () -> new StartpointImage(targets), "16385 endpoints");
    }

    @Test
    void anImageWithoutTargetsIsRefused() {
        Refused.with(ErrorCode.STARTPOINT_REFUSED, () -> new StartpointImage(List.of()));
        Refused.with(ErrorCode.STARTPOINT_REFUSED, () -> decode(new byte[] {1, 0, 0, 0, 0, 0, 0, 0}), "0 endpoints");
    }

    @Test
    void imagesThatNoWriterProducesAreRefused() {
        Refused.with(ErrorCode.STARTPOINT_REFUSED, () -> decode(patched(0, 2)), "format is 2");
        Refused.with(ErrorCode.STARTPOINT_REFUSED, () -> decode(patched(1, 1)), "reserved");
        Refused.with(ErrorCode.STARTPOINT_REFUSED, () -> decode(patched(3, 255)), "announces");
        Refused.with(ErrorCode.STARTPOINT_REFUSED, () -> decode(patched(8 + 31, 1)), "reserved");
        Refused.with(ErrorCode.STARTPOINT_REFUSED, () -> decode(patched(8 + 32, 0)), "too early");
        Refused.with(ErrorCode.INPUT_OUT_OF_RANGE, () -> decode(patched(8 + 23, 0x80)), "context's number");
    }

    @Test
    void tablesThatAreUnusedOrRepeatedAreRefused() {
        byte[] used = encode(new StartpointImage(List.of(target(1, ONE, List.of()))));
        used[used.length - 4] = used[used.length - 3] = -1;
        Refused.with(ErrorCode.STARTPOINT_REFUSED, () -> decode(used), "used by no target");

        byte[] twice = encode(new StartpointImage(List.of(target(1, ONE, List.of()), target(1, TWO, List.of()))));
        System.arraycopy(ONE.toBytes(), 0, twice, 8 + ONE.byteLength(), ONE.byteLength());
        Refused.with(ErrorCode.STARTPOINT_REFUSED, () -> decode(twice), "twice");
    }

    @Test
    void anOrderOfMethodsThatIsNotWrittenAsThePrinterWritesItIsRefused() {
        byte[] bytes = encode(new StartpointImage(List.of(target(1, null, MethodExpression.parseOrder("a, b")))));
        for (int i = 0; i < bytes.length; i++) if (bytes[i] == ',') bytes[i] = ' ';
        Refused.with(ErrorCode.METHOD_SYNTAX, () -> decode(bytes), "Did you mean");
        byte[] tab = encode(new StartpointImage(List.of(target(1, null, MethodExpression.parseOrder("a, b")))));
        for (int i = 0; i < tab.length; i++) if (tab[i] == ' ') tab[i] = '\t';
        Refused.with(ErrorCode.STARTPOINT_REFUSED, () -> decode(tab), "canonical");
    }

    @Test
    void fieldsOutOfRangeAreRefusedWhenATargetIsMade() {
        Refused.with(ErrorCode.STARTPOINT_REFUSED, () -> StartpointImage.to(CONTEXT, 1, 1 << 16, 0));
        Refused.with(ErrorCode.STARTPOINT_REFUSED, () -> StartpointImage.to(CONTEXT, 1, 0, 256));
        Refused.with(ErrorCode.STARTPOINT_REFUSED, () -> StartpointImage.to(CONTEXT, 1, -1, 0));
    }

    private static Target target(int endpoint, @Nullable DescriptorTable table, List<MethodExpression> order) {
        return new Target(CONTEXT, endpoint, 1, 2, table, order);
    }

    private static byte[] patched(int at, int value) {
        byte[] bytes = encode(StartpointImage.to(CONTEXT, 5, 6, 7));
        bytes[at] = (byte) value;
        if (at == 8 + 32) bytes[at + 1] = 0;
        return bytes;
    }

    private static byte[] encode(StartpointImage image) {
        return Decoder.encoded(image::put);
    }

    private static StartpointImage decode(byte[] bytes) {
        return StartpointImage.get(new GetBuffer(bytes));
    }
}
