package org.braid.base.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.braid.base.wire.region.AccessRequest;
import org.braid.base.wire.region.RegionCapability;
import org.jspecify.annotations.Nullable;

/** Random values of every type that travels, small ones often, extremes sometimes. */
final class Samples {
    private static final String WORD = "abcdefghijklmnopqrstuvwxyz0123456789_-";
    private static final String INTERFACE = "abcXYZ019_-.:";
    private static final String VALUE = "aZ09_-.:/%*@ ,=()+\"\\üλ𝄞";

    private Samples() {}

    static Hello hello(SplittableRandom random) {
        return new Hello(random.nextInt(), random.nextInt(), random.nextInt());
    }

    static ContextId contextId(SplittableRandom random) {
        return new ContextId(random.nextLong(), random.nextLong(), random.nextLong() & Long.MAX_VALUE);
    }

    static DescriptorTable table(SplittableRandom random) {
        var descriptors = new ArrayList<Descriptor>();
        int count = random.nextInt(6);
        for (int i = 0; i < count; i++) {
            String method = word(random, 20) + i + (random.nextBoolean() ? "@" + networkInterface(random) : "");
            descriptors.add(new Descriptor(method, bytes(random, random.nextInt(20) == 0 ? Limits.MAX_DESCRIPTOR_BODY : 24)));
        }
        return DescriptorTable.of(descriptors);
    }

    static StartpointImage startpoint(SplittableRandom random) {
        var tables = new ArrayList<@Nullable DescriptorTable>();
        tables.add(null);
        var orders = new ArrayList<List<MethodExpression>>();
        orders.add(List.of());
        for (int i = random.nextInt(3); i > 0; i--) tables.add(table(random));
        for (int i = random.nextInt(3); i > 0; i--) orders.add(order(random));
        var targets = new ArrayList<StartpointImage.Target>();
        for (int i = random.nextInt(5); i >= 0; i--)
            targets.add(new StartpointImage.Target(contextId(random), random.nextInt(), random.nextInt(1 << 16), random.nextInt(256),
                tables.get(random.nextInt(tables.size())), orders.get(random.nextInt(orders.size()))));
        return new StartpointImage(targets);
    }

    static RegionCapability capability(SplittableRandom random) {
        StartpointImage one = new StartpointImage(List.of(startpoint(random).targets().getFirst()));
        long offset = RegionCapability.RECORD_BYTES * random.nextLong(1 << 20);
        var place = random.nextBoolean() ? RegionCapability.Place.NOWHERE
            : new RegionCapability.Place(random.nextInt(8), random.nextInt(1 << 10), offset + RegionCapability.RECORD_BYTES + random.nextInt(1 << 20), offset);
        long bytes = random.nextLong(Limits.MAX_MESSAGE + 1) >>> random.nextInt(49);
        return new RegionCapability(random.nextInt(1 << 16), random.nextLong(), random.nextLong(), 1 + random.nextInt(7), bytes, place, one);
    }

    /** An access of any kind, with the data of a put. */
    static byte[] access(SplittableRandom random) {
        int operation = AccessRequest.PUT + random.nextInt(4);
        byte[] data = operation == AccessRequest.PUT ? bytes(random, 100) : new byte[0];
        long bytes = switch (operation) {
            case AccessRequest.PUT -> data.length;
            case AccessRequest.GET -> random.nextInt(AccessRequest.MOST_BYTES + 1);
            default -> Long.BYTES;
        };
        long operand = operation == AccessRequest.PUT ? 0 : operation == AccessRequest.GET ? random.nextLong() >>> 1 : random.nextLong();
        var request = new AccessRequest(
            operation == AccessRequest.PUT ? random.nextInt(2) : 1 + random.nextInt(1 << 20), random.nextInt(), operation, random.nextLong(), random.nextLong(), random.nextLong(), bytes,
            operand, operation == AccessRequest.SWAP ? random.nextLong() : 0);
        byte[] whole = new byte[AccessRequest.BYTES + data.length];
        request.write(java.lang.foreign.MemorySegment.ofArray(whole));
        System.arraycopy(data, 0, whole, AccessRequest.BYTES, data.length);
        return whole;
    }

    static List<MethodExpression> order(SplittableRandom random) {
        var order = new ArrayList<MethodExpression>();
        for (int i = random.nextInt(3); i >= 0; i--) order.add(method(random, 2));
        return order;
    }

    static Policy policy(SplittableRandom random) {
        var rules = new ArrayList<Policy.Rule>();
        for (Where where : Where.values())
            if (random.nextBoolean()) rules.add(random.nextInt(rules.size() + 1), new Policy.Rule(where, method(random, 2)));
        return rules.isEmpty() ? Policy.AUTOMATIC : new Policy(rules);
    }

    /** A method with compounds at most {@code depth} deep. */
    static MethodExpression method(SplittableRandom random, int depth) {
        var devices = new ArrayList<MethodExpression.Name>();
        for (int i = random.nextInt(4) - 1; i > 0; i--) devices.add(new MethodExpression.Name(word(random, 8), null, deviceParameters(random)));
        MethodExpression.End end = depth > 0 && random.nextInt(3) == 0 ? compound(random, depth) : name(random);
        return devices.isEmpty() ? end : new MethodExpression.Chain(devices, end);
    }

    private static MethodExpression.Name name(SplittableRandom random) {
        return new MethodExpression.Name(word(random, 8), random.nextInt(3) == 0 ? networkInterface(random) : null, parameters(random));
    }

    private static MethodExpression.Compound compound(SplittableRandom random, int depth) {
        var parts = new ArrayList<MethodExpression>();
        for (int i = random.nextInt(3); i >= 0; i--) parts.add(method(random, depth - 1));
        return new MethodExpression.Compound(word(random, 8), parts, parameters(random));
    }

    private static List<MethodParameter> deviceParameters(SplittableRandom random) {
        var parameters = new ArrayList<MethodParameter>(parameters(random));
        if (random.nextBoolean()) parameters.addFirst(MethodParameter.unnamed(random.nextInt(1000) + text(random, INTERFACE, random.nextInt(5))));
        return parameters;
    }

    private static List<MethodParameter> parameters(SplittableRandom random) {
        var parameters = new ArrayList<MethodParameter>();
        for (int i = random.nextInt(5) - 2; i > 0; i--) parameters.add(new MethodParameter(word(random, 8) + "." + i, value(random)));
        return parameters;
    }

    private static String value(SplittableRandom random) {
        int[] from = VALUE.codePoints().toArray();
        var value = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) value.appendCodePoint(from[random.nextInt(from.length)]);
        return value.toString();
    }

    static String word(SplittableRandom random, int maxChars) {
        return text(random, WORD.substring(0, 26), 1) + text(random, WORD, random.nextInt(maxChars));
    }

    private static String networkInterface(SplittableRandom random) {
        return text(random, INTERFACE, 1 + random.nextInt(10));
    }

    private static String text(SplittableRandom random, String alphabet, int chars) {
        var text = new StringBuilder();
        for (int i = 0; i < chars; i++) text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        return text.toString();
    }

    static byte[] bytes(SplittableRandom random, int maxBytes) {
        byte[] bytes = new byte[random.nextInt(maxBytes + 1)];
        random.nextBytes(bytes);
        return bytes;
    }
}
