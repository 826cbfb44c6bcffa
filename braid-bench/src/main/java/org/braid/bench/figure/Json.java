package org.braid.bench.figure;

import java.util.Arrays;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Results for machines: what ran where and when, and every sample. Written by hand: one fixed shape does not need a library. */
public final class Json {
    private Json() {}

    /**
     * One object: {@code about} with the facts, {@code series} with every sample.
     *
     * @param facts about machine, versions and date, in the order to be written
     */
    public static String of(Results results, Map<String, String> facts) {
        String series = results.all().entrySet().stream()
                .map(entry -> series(results, entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(",\n"));
        return of(facts, "series", series);
    }

    /** One object: {@code about} with the facts, and an array of this name, whose elements are written already. */
    public static String of(Map<String, String> facts, String name, String elements) {
        String about = facts.entrySet().stream()
                .map(fact -> "    " + quoted(fact.getKey()) + ": " + quoted(fact.getValue()))
                .collect(Collectors.joining(",\n"));
        return "{\n  \"about\": {\n" + about + "\n  },\n  \"" + name + "\": [\n" + elements + "\n  ]\n}\n";
    }

    private static String series(Results results, Series key, Samples samples) {
        return "    {\"operation\": " + quoted(key.operation()) + ", \"bytes\": " + key.bytes() + ", \"who\": " + quoted(key.contestant())
                + ", \"buffer\": " + quoted(key.variant()) + ", \"unit\": " + quoted(key.unit()) + ", \"median\": " + samples.median()
                + ", \"ratioToBestPeer\": " + numberOrNull(results.ratioToBestPeer(key))
                + ", \"ratiosToOther\": " + Arrays.toString(results.ratiosToOther(key).values())
                + ", \"samples\": " + Arrays.toString(samples.values())
                + ", \"cores\": [" + samples.cores().stream().map(state -> quoted(state.word())).collect(Collectors.joining(", ")) + "], \"young\": " + samples.young() + "}";
    }

    private static String numberOrNull(OptionalDouble number) {
        return number.isPresent() ? Double.toString(number.getAsDouble()) : "null";
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                default -> out.append(c < ' ' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
            }
        }
        return out.append('"').toString();
    }
}
