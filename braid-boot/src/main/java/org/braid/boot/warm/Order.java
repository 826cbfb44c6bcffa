package org.braid.boot.warm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a warm rank is told in place of what a rank's command line and environment say, as its launcher writes it on its control pipe before all frames.
 *
 * <pre>
 *   0        4        8
 *  +--------+--------+------------+------------+------+-----------+-------------+-------+
 *  | "BRDW" | length | properties | class path | main | arguments | environment | cores |     (little-endian)
 *  +--------+--------+------------+------------+------+-----------+-------------+-------+
 *   each list = | count u32 | count × (length u32, UTF-8) |; names and values follow each other
 * </pre>
 *
 * @param properties of the system, by name
 * @param classPath absolute entries, as the {@code java} command would take them
 * @param mainClass binary name
 * @param arguments of its main method
 * @param environment all of it
 * @param cores on which it may run; none to leave that as it is
 */
public record Order(Map<String, String> properties, List<String> classPath, String mainClass, List<String> arguments, Map<String, String> environment, List<Integer> cores) {
    /** No order is longer, so that it fits into an empty pipe. */
    public static final int MAX_BYTES = 60 * 1024;

    /** What the rank prints, before its program runs, once it has done all that was ordered. */
    public static final int RUNS = 'R';

    static final int HEAD = 8;
    private static final int MAGIC = 'B' | 'R' << 8 | 'D' << 16 | 'W' << 24;
    private static final int LISTS = 6;

    /** Its bytes, or none if they are too many. */
    public byte[] encode() {
        List<List<String>> lists = List.of(pairs(properties), classPath, List.of(mainClass), arguments, pairs(environment), texts(cores));
        int total = HEAD;
        List<byte[]> all = new ArrayList<>();
        for (List<String> list : lists) {
            total += Integer.BYTES;
            for (String text : list) {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                all.add(bytes);
                total += Integer.BYTES + bytes.length;
            }
        }
        return total > MAX_BYTES ? new byte[0] : encode(lists, all, total);
    }

    private static byte[] encode(List<List<String>> lists, List<byte[]> all, int total) {
        ByteBuffer out = ByteBuffer.allocate(total).order(ByteOrder.LITTLE_ENDIAN).putInt(MAGIC).putInt(total - HEAD);
        int next = 0;
        for (List<String> list : lists) {
            out.putInt(list.size());
            for (int i = 0; i < list.size(); i++) {
                byte[] bytes = all.get(next++);
                out.putInt(bytes.length).put(bytes);
            }
        }
        return out.array();
    }

    private static List<String> pairs(Map<String, String> map) {
        List<String> pairs = new ArrayList<>();
        for (Map.Entry<String, String> each : map.entrySet()) {
            pairs.add(each.getKey());
            pairs.add(each.getValue());
        }
        return pairs;
    }

    private static List<String> texts(List<Integer> numbers) {
        List<String> texts = new ArrayList<>();
        for (int number : numbers) {
            texts.add(Integer.toString(number));
        }
        return texts;
    }

    /**
     * How many bytes follow a head.
     *
     * @throws IllegalArgumentException if it is no order's, or too many would
     */
    static int length(byte[] head) {
        ByteBuffer in = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
        check(head.length == HEAD && in.getInt() == MAGIC, "its first bytes");
        int length = in.getInt();
        check(length >= LISTS * Integer.BYTES && length <= MAX_BYTES - HEAD, "its length");
        return length;
    }

    /**
     * What follows the head, each length and total checked before use.
     *
     * @throws IllegalArgumentException with the reason, if it cannot be used
     */
    static Order decode(byte[] body) {
        ByteBuffer in = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
        List<List<String>> lists = new ArrayList<>();
        for (int i = 0; i < LISTS; i++) {
            lists.add(list(in));
        }
        check(!in.hasRemaining(), "the bytes after its last list");
        check(lists.get(2).size() == 1 && !lists.get(2).getFirst().isEmpty(), "its program");
        return new Order(map(lists.get(0)), lists.get(1), lists.get(2).getFirst(), lists.get(3), map(lists.get(4)), numbers(lists.get(5)));
    }

    private static List<String> list(ByteBuffer in) {
        int count = number(in);
        check(count <= in.remaining() / Integer.BYTES, "the length of a list");
        List<String> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int length = number(in);
            check(length <= in.remaining(), "the length of a text");
            byte[] bytes = new byte[length];
            in.get(bytes);
            list.add(new String(bytes, StandardCharsets.UTF_8));
        }
        return list;
    }

    private static int number(ByteBuffer in) {
        check(in.remaining() >= Integer.BYTES, "its end");
        int number = in.getInt();
        check(number >= 0, "a length");
        return number;
    }

    private static Map<String, String> map(List<String> pairs) {
        check(pairs.size() % 2 == 0, "a name without a value");
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.size(); i += 2) {
            map.put(pairs.get(i), pairs.get(i + 1));
        }
        check(map.size() == pairs.size() / 2, "a name that occurs twice");
        return map;
    }

    private static List<Integer> numbers(List<String> texts) {
        List<Integer> numbers = new ArrayList<>();
        for (String text : texts) {
            int number = Integer.parseInt(text); // a NumberFormatException is an IllegalArgumentException
            check(number >= 0, "a core");
            numbers.add(number);
        }
        return numbers;
    }

    private static void check(boolean good, String what) {
        if (!good) {
            throw new IllegalArgumentException("not an order for a warm rank: " + what + " cannot be right");
        }
    }
}
