package org.braid.link.select;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.braid.base.wire.Descriptor;
import org.braid.base.wire.DescriptorTable;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.MethodParameter;
import org.braid.base.wire.Policy;
import org.braid.base.wire.SizeRange;
import org.braid.link.receiving.Gathering;
import org.braid.link.stream.Division;
import org.jspecify.annotations.Nullable;

/**
 * The ways to one peer in the order in which they are tried, each with the sizes that it carries. The first applicable one that carries a size is the way for it (nexus-multimethod,
 * section 3.2, refined by size). A value, made of the three texts that have a say: the order given by hand, the policy's method, the peer's table.
 */
final class Candidates {
    /**
     * One way.
     *
     * @param text the whole chain, as a user writes it
     * @param devices of the chain, top first; empty for none
     * @param method the transport's name
     * @param sizes what it carries here
     * @param why what brought it in; null if it is the table's
     * @param shared what links must have in common to share a stream: the text, or that of the compound that it is a part of
     * @param striped the compound whose parts carry the stream at once; null if one lane does
     */
    record Candidate(
            String text,
            List<MethodExpression.Name> devices,
            String method,
            List<MethodParameter> parameters,
            SizeRange sizes,
            @Nullable String why,
            String shared,
            MethodExpression.@Nullable Compound striped) {
        /** The transports that it takes: its own, or those of all rails. */
        Set<String> transports() {
            Set<String> all = new LinkedHashSet<>();
            if (striped == null) {
                all.add(method);
            } else {
                collect(striped, all);
            }
            return all;
        }

        private static void collect(MethodExpression of, Set<String> into) {
            switch (of) {
                case MethodExpression.Name name -> into.add(name.word());
                case MethodExpression.Chain chain -> collect(chain.end(), into);
                case MethodExpression.Compound several -> several.parts().forEach(each -> collect(each, into));
            }
        }

        /** How reports name it: a bare transport without its parameters. */
        String label() {
            return devices.isEmpty() && striped == null ? method : text;
        }
    }

    /** Which parts of a compound are tried now, in order. */
    interface Compounds {
        /** @param above devices above the compound, top first */
        List<MethodExpression> order(MethodExpression.Compound compound, List<MethodExpression.Name> above);

        /** Whether several of its parts carry a stream at once. */
        default boolean isAtOnce(MethodExpression.Compound compound) {
            return false;
        }
    }

    /** Tells of candidates whether they can be used. */
    interface Trial {
        /** Null if it works between here and there, else the reason why not. */
        @Nullable String whyNot(Candidate candidate);

        /** The order in which they are tried. */
        default List<Candidate> inOrder(List<Candidate> all) {
            return all;
        }
    }

    private final DescriptorTable table;
    private final Compounds compounds;
    private final List<Candidate> all = new ArrayList<>();

    /**
     * @param byHand tried first and, unless one is {@code auto}, alone
     * @param prescribed the policy's method for this pair; null if it leaves the choice
     */
    Candidates(DescriptorTable table, List<MethodExpression> byHand, @Nullable MethodExpression prescribed, Compounds compounds) {
        this.table = table;
        this.compounds = compounds;
        for (MethodExpression each : byHand) {
            if (Policy.isAuto(each)) {
                automatic(prescribed, each.sizes());
            } else {
                named(each, each.sizes(), "chosen by hand");
            }
        }
        if (byHand.isEmpty()) {
            automatic(prescribed, SizeRange.ALL);
        }
    }

    private void automatic(@Nullable MethodExpression prescribed, SizeRange within) {
        if (prescribed == null) {
            rest(within);
            return;
        }
        SizeRange carried = prescribed.sizes();
        named(prescribed, carried.and(within), "prescribed by the policy");
        for (SizeRange left : carried.others()) {
            rest(left.and(within));
        }
    }

    private void named(MethodExpression method, @Nullable SizeRange sizes, String why) {
        if (sizes != null) {
            add(method, List.of(), sizes, why, null);
        }
    }

    private void add(MethodExpression method, List<MethodExpression.Name> above, SizeRange sizes, String why, @Nullable String compound) {
        switch (method) {
            case MethodExpression.Name name -> {
                String text = text(above, name);
                List<MethodParameter> parameters = SizeRange.removedFrom(name.allParameters());
                all.add(new Candidate(text, above, name.word(), parameters, sizes, why, compound == null ? text : compound, null));
            }
            case MethodExpression.Chain chain -> {
                add(chain.end(), under(above, chain), sizes, why, compound);
            }
            case MethodExpression.Compound several -> {
                String text = text(above, several);
                String whole = compound == null ? text : compound;
                if (compounds.isAtOnce(several)) {
                    all.add(new Candidate(text, above, Gathering.METHOD, List.of(), sizes, why, whole, several));
                }
                for (MethodExpression part : compounds.order(several, above)) {
                    SizeRange carried = part.sizes().and(sizes);
                    if (carried != null) {
                        add(part, above, carried, why, whole);
                    }
                }
            }
        }
    }

    /** All devices above the end of a chain. */
    static List<MethodExpression.Name> under(List<MethodExpression.Name> above, MethodExpression.Chain chain) {
        List<MethodExpression.Name> devices = new ArrayList<>(above);
        devices.addAll(chain.devices());
        return List.copyOf(devices);
    }

    /** What a way is called: which sizes go by it is no part of that. */
    static String text(List<MethodExpression.Name> above, MethodExpression.Name transport) {
        return chained(above, new MethodExpression.Name(transport.word(), transport.networkInterface(), SizeRange.removedFrom(transport.parameters())));
    }

    /** What a compound is called as a way of its own, whose parts carry a stream at once. */
    static String text(List<MethodExpression.Name> above, MethodExpression.Compound several) {
        return chained(above, several);
    }

    private static String chained(List<MethodExpression.Name> above, MethodExpression.End end) {
        return above.isEmpty() ? end.toString() : new MethodExpression.Chain(above, end).toString();
    }

    /** The table's entries, but for those that were named before: what sizes these carry has been said. */
    private void rest(@Nullable SizeRange sizes) {
        if (sizes != null) {
            for (Descriptor d : table.descriptors()) {
                if (!isNamed(d.method())) {
                    all.add(new Candidate(d.method(), List.of(), d.method(), List.of(), sizes, null, d.method(), null));
                }
            }
        }
    }

    private boolean isNamed(String method) {
        for (Candidate each : all) {
            if (each.why != null && each.devices.isEmpty() && each.method.equals(method)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The way for a size.
     *
     * @param rejected is told which ones before it were not taken, each with its reason
     * @return null if there is none
     */
    @Nullable Candidate first(long bytes, Trial trial, List<String> rejected) {
        for (Candidate each : trial.inOrder(all)) {
            if (!each.sizes.contains(bytes)) {
                reject(each, rejected);
                continue;
            }
            String reason = trial.whyNot(each);
            if (reason == null) {
                return each;
            }
            rejected.add(each.label() + ": " + reason);
        }
        return null;
    }

    private static void reject(Candidate ofOtherSizes, List<String> rejected) {
        if (ofOtherSizes.why != null) {
            rejected.add(ofOtherSizes.label() + ": it carries " + ofOtherSizes.sizes);
        }
    }

    /** Which sizes go the same way. A size without a way of its own goes as the next smaller one that has. */
    Division divided(Trial trial) {
        List<Long> starts = new ArrayList<>();
        Candidate before = null;
        for (long edge : edges()) {
            Candidate at = first(edge, trial, new ArrayList<>());
            if (edge == 0 || at != null && !isSameWay(at, before)) {
                starts.add(edge);
                before = at;
            }
        }
        return Division.startingAt(starts);
    }

    private TreeSet<Long> edges() {
        TreeSet<Long> edges = new TreeSet<>();
        edges.add(0L);
        for (Candidate each : all) {
            edges.add(each.sizes.min());
            if (each.sizes.max() < Long.MAX_VALUE) {
                edges.add(each.sizes.max() + 1);
            }
        }
        return edges;
    }

    private static boolean isSameWay(Candidate one, @Nullable Candidate other) {
        return other != null && one.text.equals(other.text);
    }
}
