package org.braid.mpi.file;

import java.util.LinkedHashMap;
import java.util.Map;
import org.braid.mpi.file.collective.Settings;
import org.braid.mpi.file.collective.Settings.Together;
import org.jspecify.annotations.Nullable;

/**
 * The hints that this library follows (MPI 4.1, section 14.2.8), by the names of the standard and of ROMIO. Those of rank 0 count; values that make no sense are ignored, as a hint may be.
 *
 * @param mostAggregators {@code cb_nodes}: ranks that may read or write for others
 * @param bufferBytes {@code cb_buffer_size}: what each of them holds of the file at once
 * @param reads {@code romio_cb_read}: {@code enable}, {@code disable} or {@code automatic}
 * @param writes {@code romio_cb_write}, likewise
 */
public record Hints(int mostAggregators, int bufferBytes, Together reads, Together writes) {
    private static final int LEAST_BUFFER_BYTES = 1 << 12;
    private static final int MOST_BUFFER_BYTES = 1 << 26;
    private static final int DEFAULT_BUFFER_BYTES = 1 << 22;
    private static final int MOST_AGGREGATORS = 64;

    /** Without any hint. */
    static Hints none() {
        return new Hints(MOST_AGGREGATORS, DEFAULT_BUFFER_BYTES, Together.AS_IT_PAYS, Together.AS_IT_PAYS);
    }

    /** These hints, but where {@code given} says otherwise. */
    Hints with(Map<String, String> given) {
        return new Hints(
                (int) number(given.get("cb_nodes"), 1, MOST_AGGREGATORS, mostAggregators), (int) number(given.get("cb_buffer_size"), LEAST_BUFFER_BYTES, MOST_BUFFER_BYTES, bufferBytes),
                together(given.get("romio_cb_read"), reads), together(given.get("romio_cb_write"), writes));
    }

    private static long number(@Nullable String text, long least, long most, long otherwise) {
        return text == null || !text.matches("[1-9][0-9]{0,9}") ? otherwise : Math.clamp(Long.parseLong(text), least, most);
    }

    private static Together together(@Nullable String text, Together otherwise) {
        return switch (text == null ? "" : text) {
            case "enable" -> Together.ALWAYS;
            case "disable" -> Together.NEVER;
            case "automatic" -> Together.AS_IT_PAYS;
            default -> otherwise;
        };
    }

    /** As the program may ask for them. */
    Map<String, String> asMap() {
        Map<String, String> map = new LinkedHashMap<>();
        map.put("cb_nodes", String.valueOf(mostAggregators));
        map.put("cb_buffer_size", String.valueOf(bufferBytes));
        map.put("romio_cb_read", text(reads));
        map.put("romio_cb_write", text(writes));
        return map;
    }

    private static String text(Together together) {
        return switch (together) {
            case ALWAYS -> "enable";
            case NEVER -> "disable";
            case AS_IT_PAYS -> "automatic";
        };
    }

    Settings settings(boolean isAtomic, boolean isWrite, boolean isOnOneHost) {
        return new Settings(isAtomic, isWrite ? writes : reads, mostAggregators, bufferBytes, isOnOneHost);
    }

    long[] words() {
        return new long[] {mostAggregators, bufferBytes, reads.ordinal(), writes.ordinal()};
    }

    static Hints of(long[] words) {
        return new Hints((int) words[0], (int) words[1], Together.values()[(int) words[2]], Together.values()[(int) words[3]]);
    }
}
