package org.braid.base.wire;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A method as people and files write it: {@code tcp}, {@code tcp@eth0(sndbuf=4MiB)}, {@code lz4+aes+tcp},
 * {@code stripe(tcp@eth0, tcp@eth1)}. The grammar is in {@code docs/methods.md}.
 *
 * <p>A value: what the names mean, and whether they exist, is decided where methods are selected. Every value can be printed, and
 * {@code parse(x.toString())} equals x. Longer texts than {@link Limits#MAX_EXPRESSION_CHARS} are not read.
 */
public sealed interface MethodExpression {

    /** How many compounds stand inside each other. */
    int nesting();

    /** Whether a transport or device of this name occurs anywhere inside. */
    boolean uses(String name);

    /**
     * Which sizes of payload it carries: its parameters {@code min} and {@code max}, in a chain those of its end.
     *
     * @throws BraidException as {@link SizeRange#of}
     */
    SizeRange sizes();

    /** Appends the canonical text. */
    void print(StringBuilder to);

    /**
     * Reads one method.
     *
     * @throws BraidException {@link ErrorCode#METHOD_SYNTAX} with the position, what was expected there, and what was probably meant
     */
    static MethodExpression parse(String text) {
        return MethodParser.METHOD.parse(text);
    }

    /**
     * Reads several methods in the order in which they are to be tried: {@code shm, tcp(sndbuf=4MiB)}.
     *
     * @throws BraidException as {@link #parse}
     */
    static List<MethodExpression> parseOrder(String text) {
        return MethodParser.ORDER.parse(text);
    }

    /** The inverse of {@link #parseOrder}. */
    static String printOrder(List<MethodExpression> order) {
        var text = new StringBuilder();
        MethodPrinter.list(text, order, List.of());
        return text.toString();
    }

    private static boolean anyUses(List<? extends MethodExpression> methods, String name) {
        for (MethodExpression method : methods) if (method.uses(name)) return true;
        return false;
    }

    /** The end of a chain: what may stand alone. */
    sealed interface End extends MethodExpression {}

    /**
     * A transport, or a device of a chain: {@code tcp@eth0(sndbuf=4MiB)}.
     *
     * @param networkInterface what follows {@code @}: an interface or address of this host; only transports have one
     */
    record Name(String word, @Nullable String networkInterface, List<MethodParameter> parameters) implements End {
        public Name {
            MethodWords.requireWord(word);
            if (networkInterface != null) MethodWords.requireInterface(networkInterface);
            parameters = MethodWords.distinct(parameters);
        }

        /** The parameters, and what follows {@code @} as the parameter {@code interface}. */
        public List<MethodParameter> allParameters() {
            if (networkInterface == null) return parameters;
            var all = new ArrayList<MethodParameter>(parameters);
            all.add(new MethodParameter("interface", networkInterface));
            return all;
        }

        public Name(String word) {
            this(word, null, List.of());
        }

        @Override
        public int nesting() {
            return 0;
        }

        @Override
        public boolean uses(String name) {
            return word.equals(name);
        }

        @Override
        public SizeRange sizes() {
            return SizeRange.of(parameters);
        }

        @Override
        public void print(StringBuilder to) {
            to.append(word);
            if (networkInterface != null) to.append('@').append(networkInterface);
            if (!parameters.isEmpty()) MethodPrinter.arguments(to, List.of(), parameters);
        }

        @Override
        public String toString() {
            return MethodPrinter.text(this);
        }
    }

    /** Devices that transform the message on its way to the end: {@code lz4+aes+tcp}. The sender applies them from left to right. */
    record Chain(List<Name> devices, End end) implements MethodExpression {
        public Chain {
            devices = List.copyOf(devices);
            MethodWords.requireCount("chain", devices.size() + 1, 2);
            for (Name device : devices) if (device.networkInterface != null) throw MethodWords.onlyTransports(device);
        }

        @Override
        public int nesting() {
            return end.nesting();
        }

        @Override
        public boolean uses(String name) {
            return end.uses(name) || MethodExpression.anyUses(devices, name);
        }

        @Override
        public SizeRange sizes() {
            return end.sizes();
        }

        @Override
        public void print(StringBuilder to) {
            for (Name device : devices) {
                device.print(to);
                to.append('+');
            }
            end.print(to);
        }

        @Override
        public String toString() {
            return MethodPrinter.text(this);
        }
    }

    /** A device over several whole methods: {@code stripe(tcp@eth0, tcp@eth1, chunk=64KiB)}; parameters follow the parts. */
    record Compound(String word, List<MethodExpression> parts, List<MethodParameter> parameters) implements End {
        public Compound {
            MethodWords.requireWord(word);
            parts = List.copyOf(parts);
            parameters = MethodWords.named(parameters);
            MethodWords.requireCount(word, parts.size(), 1);
            MethodWords.requireNesting(word, deepest(parts) + 1);
        }

        @Override
        public int nesting() {
            return deepest(parts) + 1;
        }

        @Override
        public boolean uses(String name) {
            return word.equals(name) || MethodExpression.anyUses(parts, name);
        }

        @Override
        public SizeRange sizes() {
            return SizeRange.of(parameters);
        }

        @Override
        public void print(StringBuilder to) {
            MethodPrinter.arguments(to.append(word), parts, parameters);
        }

        @Override
        public String toString() {
            return MethodPrinter.text(this);
        }

        private static int deepest(List<MethodExpression> parts) {
            int deepest = 0;
            for (MethodExpression part : parts) deepest = Math.max(deepest, part.nesting());
            return deepest;
        }
    }
}
