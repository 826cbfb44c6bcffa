package org.braid.base.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.ByteSize;
import org.braid.base.text.DataRate;
import org.braid.base.text.TimeSpan;
import org.braid.base.wire.region.AccessRequest;
import org.braid.base.wire.region.RegionCapability;

/**
 * Every decoder of the module, seen alike: bytes from anywhere either are refused with a BraidException or mean something that,
 * written again, gives the same bytes (a text: the same value). Any other exception is a defect. Shared by the seeded tests, by the
 * kept inputs, and by the Jazzer targets.
 */
enum Decoder {
    HELLO(random -> encoded(Samples.hello(random)::put), bytes -> {
        var from = new GetBuffer(bytes);
        Hello hello = Hello.get(from);
        from.expectEnd();
        assertArrayEquals(bytes, encoded(hello::put));
    }),
    TABLE(random -> Samples.table(random).toBytes(), bytes -> assertArrayEquals(bytes, DescriptorTable.decode(bytes).toBytes())),
    STARTPOINT(random -> encoded(Samples.startpoint(random)::put), bytes -> {
        var from = new GetBuffer(bytes);
        StartpointImage image = StartpointImage.get(from);
        from.expectEnd();
        assertArrayEquals(bytes, encoded(image::put));
    }),
    CAPABILITY(random -> encoded(Samples.capability(random)::put), bytes -> {
        var from = new GetBuffer(bytes);
        RegionCapability capability = RegionCapability.get(from);
        from.expectEnd();
        assertArrayEquals(bytes, encoded(capability::put));
    }),
    ACCESS(Samples::access, bytes -> {
        AccessRequest request = AccessRequest.read(MemorySegment.ofArray(bytes), 0, bytes.length);
        if (request == null) throw new BraidException(ErrorCode.FRAME_REFUSED, "An access was refused", "its numbers cannot be meant", "");
        byte[] again = bytes.clone();
        Arrays.fill(again, 0, AccessRequest.BYTES, (byte) -1);
        request.write(MemorySegment.ofArray(again));
        assertArrayEquals(bytes, again);
    }),
    GET_BUFFER(GetBufferScript::sample, GetBufferScript::play),
    METHOD(random -> utf8(Samples.method(random, 3)), text(MethodExpression::parse, Object::toString)),
    ORDER(random -> utf8(MethodExpression.printOrder(Samples.order(random))), text(MethodExpression::parseOrder, MethodExpression::printOrder)),
    POLICY(random -> utf8(Samples.policy(random)), text(Policy::parse, Object::toString)),
    RATE(random -> utf8(new DataRate(random.nextLong() >>> 1 + random.nextInt(63))), text(DataRate::parse, Object::toString)),
    SIZE(random -> utf8(new ByteSize(random.nextLong() >>> 1 + random.nextInt(63))), text(ByteSize::parse, Object::toString)),
    TIME(random -> utf8(new TimeSpan(random.nextLong() >>> 1 + random.nextInt(63))), text(TimeSpan::parse, Object::toString));

    /** Texts get fewer and shorter trials: refusing one is slow, for it looks for what was meant. */
    final boolean isText;
    private final Function<SplittableRandom, byte[]> sample;
    private final Consumer<byte[]> decode;

    Decoder(Function<SplittableRandom, byte[]> sample, Consumer<byte[]> decode) {
        this.isText = ordinal() > 5;
        this.sample = sample;
        this.decode = decode;
    }

    /** Bytes of a random good value. */
    byte[] sample(SplittableRandom random) {
        return sample.apply(random);
    }

    /** Decodes what must be good. */
    void accept(byte[] bytes) {
        decode.accept(bytes);
    }

    /** Decodes anything; true if it was good, false if it was refused as it should be. */
    boolean survive(byte[] bytes) {
        try {
            decode.accept(bytes);
            return true;
        } catch (BraidException refused) {
            return false;
        }
    }

    static byte[] encoded(Consumer<PutBuffer> value) {
        var to = new PutBuffer();
        value.accept(to);
        return to.toBytes();
    }

    private static byte[] utf8(Object value) {
        return value.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static <T> Consumer<byte[]> text(Function<String, T> parse, Function<T, String> print) {
        return bytes -> {
            T value = parse.apply(new String(bytes, StandardCharsets.UTF_8));
            assertEquals(value, parse.apply(print.apply(value)));
        };
    }
}
