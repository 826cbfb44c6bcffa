package org.braid.base.wire;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodExpression.Chain;
import org.braid.base.wire.MethodExpression.Compound;
import org.braid.base.wire.MethodExpression.End;
import org.braid.base.wire.MethodExpression.Name;

/**
 * Recursive descent over {@code docs/methods.md}; one method per rule.
 *
 * <pre>
 *  method    = { device "+" } end
 *  end       = name [ "@" interface ] [ "(" parameters ")" ]  |  name "(" methods [ "," parameters ] ")"
 *  parameters of a name may begin with a value alone: delay(1ms)
 * </pre>
 */
final class MethodParser {

    static final Grammar<MethodExpression> METHOD = new Grammar<>("method expression", ErrorCode.METHOD_SYNTAX, "lz4+tcp@eth0(sndbuf=4MiB)") {
        @Override
        MethodExpression read(Scanner from) {
            return new MethodParser(from).method(0);
        }

        @Override
        String print(MethodExpression value) {
            return value.toString();
        }
    };

    static final Grammar<List<MethodExpression>> ORDER = new Grammar<>("order of methods", ErrorCode.METHOD_SYNTAX, "shm, tcp(sndbuf=4MiB)") {
        @Override
        List<MethodExpression> read(Scanner from) {
            return new MethodParser(from).order();
        }

        @Override
        String print(List<MethodExpression> value) {
            return MethodExpression.printOrder(value);
        }
    };

    private static final String NAME = "a method's name in lower case";

    private final Scanner from;

    MethodParser(Scanner from) {
        this.from = from;
    }

    /** {@code depth}: how many compounds are open around this method. */
    MethodExpression method(int depth) {
        return method(name(), depth);
    }

    private List<MethodExpression> order() {
        var methods = new ArrayList<MethodExpression>();
        do {
            methods.add(method(0));
            bounded(methods, Limits.MAX_PARTS, "methods");
        } while (from.accept(','));
        return List.copyOf(methods);
    }

    /** The rest of a method whose first name was read already. */
    private MethodExpression method(String firstName, int depth) {
        var devices = new ArrayList<Name>();
        End end = end(firstName, depth);
        while (from.peek() == '+') {
            devices.add(device(end));
            bounded(devices, Limits.MAX_PARTS - 1, "devices in a chain");
            from.accept('+');
            end = end(name(), depth);
        }
        return devices.isEmpty() ? end : new Chain(devices, end);
    }

    /** What stands before a "+" must be a device. */
    private Name device(End before) {
        if (before instanceof Name device && device.networkInterface() == null) return device;
        throw from.error(before instanceof Compound
            ? "nothing after a compound: its parts are whole methods, so it ends the chain"
            : "nothing after '@': only the transport at the end of a chain has an interface");
    }

    private End end(String word, int depth) {
        String networkInterface = from.accept('@') ? from.interfaceName() : null;
        int open = from.position();
        if (!from.accept('(')) return new Name(word, networkInterface, List.of());
        var parts = new ArrayList<MethodExpression>();
        var parameters = new ArrayList<MethodParameter>();
        do argument(parts, parameters, depth + 1); while (from.accept(','));
        from.expect(')', "',' or ')'");
        if (parts.isEmpty()) return new Name(word, networkInterface, parameters);
        if (networkInterface != null) throw from.errorAt(open, "nothing more: a compound has no interface, its parts have");
        return new Compound(word, parts, parameters);
    }

    private void argument(List<MethodExpression> parts, List<MethodParameter> parameters, int depth) {
        char first = from.peek();
        int start = from.position();
        if (MethodWords.startsUnnamed(first)) {
            unnamed(start, parts, parameters);
            return;
        }
        String key = from.word("a parameter or a method in lower case");
        if (from.peek() == '=') parameters.add(parameter(start, key, parameters));
        else part(start, key, parts, parameters, depth);
        bounded(parts, Limits.MAX_PARTS, "methods in a compound");
        bounded(parameters, Limits.MAX_PARAMETERS, "parameters");
    }

    private void unnamed(int start, List<MethodExpression> parts, List<MethodParameter> parameters) {
        if (!parts.isEmpty() || !parameters.isEmpty()) throw from.errorAt(start, "a parameter's name and '=': only the first value of a device may stand alone");
        parameters.add(MethodParameter.unnamed(from.value()));
    }

    private MethodParameter parameter(int start, String key, List<MethodParameter> before) {
        for (MethodParameter other : before)
            if (other.key().equals(key)) throw from.errorAt(start, "another parameter: " + other + " was given before");
        from.accept('=');
        return new MethodParameter(key, from.value());
    }

    private void part(int start, String word, List<MethodExpression> parts, List<MethodParameter> parameters, int depth) {
        if (!parameters.isEmpty()) throw from.errorAt(start, "a parameter: methods come before parameters");
        if (depth > Limits.MAX_NESTING) throw from.errorAt(start, "at most " + Limits.MAX_NESTING + " compounds inside each other");
        if (!MethodWords.isWord(word)) throw from.errorAt(start, "a method's name without dots, or '=' after a parameter's");
        parts.add(method(word, depth));
    }

    private String name() {
        from.peek();
        int start = from.position();
        String word = from.word(NAME);
        if (!MethodWords.isWord(word)) throw from.errorAt(start, "a method's name without dots");
        return word;
    }

    private void bounded(List<?> list, int max, String what) {
        if (list.size() > max) throw from.error("at most " + max + " " + what);
    }
}
