package org.braid.base.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.braid.base.wire.StartpointImage.Target;
import org.jspecify.annotations.Nullable;

/**
 * Startpoints as bytes.
 *
 * <pre>
 *   0          1        2             4            6            8
 *  +----------+--------+-------------+------------+------------+ - - - - - -+ - - - - - - - - - - - - +- - - - - -
 *  | format 1 | 0      | targets u16 | tables u16 | orders u16 | tables     | orders: len u16, UTF-8  | targets
 *  +----------+--------+-------------+------------+------------+ - - - - - -+ - - - - - - - - - - - - +- - - - - -
 *
 *  a target, 36 bytes
 *   0                24         28               30        31    32          34          36
 *  +----------------+----------+----------------+---------+-----+-----------+-----------+
 *  | context id     | endpoint | generation u16 | chan u8 | 0   | table u16 | order u16 |
 *  +----------------+----------+----------------+---------+-----+-----------+-----------+
 *   table: index into tables, 65535 = the context's default table     order: index into orders, 65535 = automatic
 * </pre>
 *
 * <p>Tables and orders are distinct, each is used, and they stand in the order of their first use.
 */
final class StartpointCodec {
    private static final int FORMAT = 1;
    private static final int TARGET_BYTES = 36;
    private static final int NONE = 0xffff;

    private StartpointCodec() {}

    static void put(StartpointImage image, PutBuffer to) {
        var tables = new LinkedHashMap<DescriptorTable, Integer>();
        var orders = new LinkedHashMap<String, Integer>();
        var targets = new PutBuffer(image.targets().size() * TARGET_BYTES, Limits.MAX_STARTPOINT_BYTES);
        for (Target target : image.targets()) putTarget(target, targets, tables, orders);

        var whole = new PutBuffer(targets.length() + 8, Limits.MAX_STARTPOINT_BYTES);
        whole.putByte(FORMAT).putByte(0).putShort(image.targets().size()).putShort(tables.size()).putShort(orders.size());
        for (DescriptorTable table : tables.keySet()) table.put(whole);
        for (String order : orders.keySet()) putOrder(order, whole);
        whole.putRaw(targets.array(), 0, targets.length());
        to.putRaw(whole.array(), 0, whole.length());
    }

    private static void putTarget(Target target, PutBuffer to, Map<DescriptorTable, Integer> tables, Map<String, Integer> orders) {
        to.putContextId(target.context()).putInt(target.endpoint()).putShort(target.generation()).putByte(target.channel()).putByte(0);
        to.putShort(target.table() == null ? NONE : indexOf(tables, target.table()));
        to.putShort(target.order().isEmpty() ? NONE : indexOf(orders, MethodExpression.printOrder(target.order())));
    }

    private static void putOrder(String order, PutBuffer to) {
        if (order.length() > Limits.MAX_EXPRESSION_CHARS)
            throw StartpointImage.refused("an order of methods has " + order.length() + " characters, "
                + Limits.MAX_EXPRESSION_CHARS + " are allowed");
        byte[] utf8 = order.getBytes(StandardCharsets.UTF_8);
        to.putShort(utf8.length).putRaw(utf8, 0, utf8.length);
    }

    private static <T> int indexOf(Map<T, Integer> known, T value) {
        Integer index = known.putIfAbsent(value, known.size());
        return index == null ? known.size() - 1 : index;
    }

    static StartpointImage get(GetBuffer from) {
        int start = from.position();
        int format = from.getUnsignedByte();
        if (format != FORMAT) throw StartpointImage.refused("its format is " + format + ", known is " + FORMAT);
        zero(from);
        int targets = from.getUnsignedShort();
        int tables = from.getUnsignedShort();
        int orders = from.getUnsignedShort();
        if (targets > Limits.MAX_TARGETS || tables > targets || orders > targets)
            throw StartpointImage.refused("it announces " + targets + " endpoints, " + tables + " tables and " + orders + " orders");
        StartpointImage image = targets(from, targets, new Shared<>(getTables(from, tables)), new Shared<>(getOrders(from, orders)));
        if (from.position() - start > Limits.MAX_STARTPOINT_BYTES) throw StartpointImage.refused("it is too long");
        return image;
    }

    private static List<DescriptorTable> getTables(GetBuffer from, int count) {
        var tables = new ArrayList<DescriptorTable>();
        for (int i = 0; i < count; i++) tables.add(DescriptorTable.get(from));
        return tables;
    }

    private static List<List<MethodExpression>> getOrders(GetBuffer from, int count) {
        var orders = new ArrayList<List<MethodExpression>>();
        for (int i = 0; i < count; i++) {
            String text = from.getRawString(from.getUnsignedShort());
            List<MethodExpression> order = MethodExpression.parseOrder(text);
            if (!MethodExpression.printOrder(order).equals(text)) throw StartpointImage.refused("an order of methods is not in its canonical form");
            orders.add(order);
        }
        return orders;
    }

    private static StartpointImage targets(GetBuffer from, int count, Shared<DescriptorTable> tables, Shared<List<MethodExpression>> orders) {
        var targets = new ArrayList<Target>();
        for (int i = 0; i < count; i++) {
            ContextId context = from.getContextId();
            int endpoint = from.getInt();
            int generation = from.getUnsignedShort();
            int channel = from.getUnsignedByte();
            zero(from);
            DescriptorTable table = tables.at(from.getUnsignedShort());
            List<MethodExpression> order = orders.at(from.getUnsignedShort());
            targets.add(new Target(context, endpoint, generation, channel, table, order == null ? List.of() : order));
        }
        tables.requireAllUsed();
        orders.requireAllUsed();
        return new StartpointImage(targets);
    }

    private static void zero(GetBuffer from) {
        if (from.getByte() != 0) throw StartpointImage.refused("byte " + (from.position() - 1) + " is reserved and not 0");
    }

    /** Values that targets share by index; accepts only the one numbering that the writer produces. */
    private static final class Shared<T> {
        private final List<T> values;
        private int used;

        Shared(List<T> values) {
            this.values = values;
            if (new HashSet<>(values).size() < values.size()) throw StartpointImage.refused("a table or an order of methods stands there twice");
        }

        @Nullable T at(int index) {
            if (index == NONE) return null;
            if (index > used || index >= values.size())
                throw StartpointImage.refused("a target names table or order " + index + " of " + values.size() + " too early");
            if (index == used) used++;
            return values.get(index);
        }

        void requireAllUsed() {
            if (used < values.size()) throw StartpointImage.refused((values.size() - used) + " tables or orders are used by no target");
        }
    }
}
