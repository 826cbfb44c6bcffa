package org.braid.coll.select;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.MpiName;
import org.braid.coll.algorithm.Algorithm;
import org.braid.coll.algorithm.generator.Tuning;
import org.braid.coll.schedule.Neighbourhood;
import org.braid.coll.schedule.Operation;
import org.braid.coll.topology.Level;
import org.braid.coll.topology.Topology;
import org.jspecify.annotations.Nullable;

/**
 * The table of rules, in order: the first that applies decides. Immutable; rules that somebody sets by hand stand before the others, and step aside where
 * their algorithm can't give the right result.
 */
public final class RuleTable implements Selection {
    private final List<Rule> rules;

    private RuleTable(List<Rule> rules) {
        this.rules = rules;
    }

    /** The rules that Braid comes with, for ranks of one host. */
    public static RuleTable defaults() {
        return new RuleTable(DefaultRules.list());
    }

    /** The rules that Braid comes with, for communicators of which some ranks are nearer to each other than to others. */
    public static RuleTable multilevel() {
        return new RuleTable(MultilevelRules.list(1));
    }

    /**
     * The rules that Braid comes with, for the ranks of a communicator. Processes part nobody to them ({@code docs/decisions/measured-levels.md}): who names an algorithm has that level.
     *
     * @param topology where they are; null for on one host
     */
    public static RuleTable of(@Nullable Topology topology) {
        if (topology == null) {
            return defaults();
        }
        Topology seen = topology.without(Set.of(Level.PROCESS));
        if (seen.isFlat() && seen.isWithinHost(seen.top())) {
            return defaults();
        }
        List<Rule> rules = seen.isFlat() ? DefaultRules.apart() : MultilevelRules.list(seen.mostHostsBesideEachOther());
        return new RuleTable(topology.kinds().contains(Level.PROCESS) ? blind(rules) : rules);
    }

    private static List<Rule> blind(List<Rule> rules) {
        List<Rule> blind = new ArrayList<>();
        for (Rule rule : rules) {
            blind.add(rule.blindTo(Level.PROCESS));
        }
        return List.copyOf(blind);
    }

    /** {@inheritDoc} Allocates nothing. */
    @Override
    public Rule choose(Operation operation, int size, int root, long bytes, boolean crowded, boolean commutative) {
        for (int at = 0; at < rules.size(); at++) {
            if (rules.get(at).applies(operation, size, bytes, crowded, commutative)) {
                return rules.get(at);
            }
        }
        throw new IllegalStateException("no algorithm for " + operation.text() + " of " + size + " ranks");
    }

    /** {@inheritDoc} Rules know no lists. */
    @Override
    public Rule choose(Operation operation, int size, Neighbourhood neighbourhood, long bytes, boolean crowded) {
        return choose(operation, size, 0, bytes, crowded, true);
    }

    /** {@inheritDoc} Rules go by no data. */
    @Override
    public Selection beforeAgreement() {
        return this;
    }

    /** Whether somebody has chosen an algorithm for the operation. */
    public boolean isByHand(Operation operation) {
        for (Rule rule : rules) {
            if (rule.operation() == operation && rule.isByHand()) {
                return true;
            }
        }
        return false;
    }

    /** What somebody has set. */
    List<Rule> byHand() {
        return rules.stream().filter(Rule::isByHand).toList();
    }

    /** This table, with {@code rule} before all others. */
    public RuleTable with(Rule rule) {
        List<Rule> more = new ArrayList<>(rules.size() + 1);
        more.add(rule);
        more.addAll(rules);
        return new RuleTable(List.copyOf(more));
    }

    /** This table, with the algorithm wherever it can serve the operation. */
    public RuleTable with(Operation operation, Algorithm algorithm) {
        return with(Rule.always(operation, algorithm, Rule.BY_HAND));
    }

    /**
     * This table with rules from a text, as users write it on the command line and in the environment: {@code allreduce=ring, bcast=multilevel(site=none, rank=linear)}.
     *
     * @throws BraidException if an operation or an algorithm has no such name; the message lists those that exist; if an operation is named twice
     */
    public RuleTable with(String text) {
        RuleTable selection = this;
        var named = EnumSet.noneOf(Operation.class);
        for (String part : parts(text)) {
            Rule rule = rule(part);
            if (!named.add(rule.operation())) {
                throw refused(text, "it names " + rule.operation().text() + " twice", "Choose one algorithm for each operation");
            }
            selection = selection.with(rule);
        }
        return selection;
    }

    /** What stands between the commas of a text, those in brackets aside; nothing that is empty. */
    public static List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int at = 0, open = 0; at <= text.length(); at++) {
            char sign = at == text.length() ? ',' : text.charAt(at);
            open += sign == '(' ? 1 : sign == ')' ? -1 : 0;
            if (sign == ',' && (open == 0 || at == text.length())) {
                String part = text.substring(start, at).strip();
                if (!part.isEmpty()) {
                    parts.add(part);
                }
                start = at + 1;
            }
        }
        return parts;
    }

    private static Rule rule(String part) {
        int equals = part.indexOf('=');
        if (equals < 0) {
            throw refused(part, "it isn't OPERATION=ALGORITHM", "Write for example allreduce=ring");
        }
        Operation operation = operation(part.substring(0, equals).strip(), part);
        return named(operation, part.substring(equals + 1).strip(), part);
    }

    /**
     * What an algorithm's name says, with how it is to work: {@code multilevel(site=none, rank=linear)}.
     *
     * @throws BraidException if the operation has no such algorithm, or that cannot be told so; the message lists what there is
     */
    public static Rule named(Operation operation, String name) {
        return named(operation, name, name);
    }

    private static Rule named(Operation operation, String name, String part) {
        int bracket = name.indexOf('(');
        if (bracket < 0) {
            return Rule.always(operation, algorithm(operation, name, part), Rule.BY_HAND);
        }
        return Rule.taking(operation, algorithm(operation, name.substring(0, bracket).strip(), part), tuning(operation, name, bracket, part), Rule.BY_HAND);
    }

    private static Tuning tuning(Operation operation, String name, int bracket, String part) {
        Algorithm algorithm = algorithm(operation, name.substring(0, bracket).strip(), part);
        if (!name.endsWith(")")) {
            throw refused(part, "its bracket isn't closed", "Write for example bcast=multilevel(site=none)");
        }
        if (algorithm.keys().isEmpty()) {
            throw refused(part, algorithm.text() + " knows no levels, no numbers and no segments", "Leave the bracket out");
        }
        try {
            return Tuning.parse(name.substring(bracket + 1, name.length() - 1), algorithm.keys());
        } catch (BraidException wrong) {
            throw refused(part, wrong.what() + ": " + wrong.why(), wrong.whatToDo());
        }
    }

    private static Operation operation(String name, String part) {
        var known = new StringBuilder("Operations are");
        for (Operation operation : Operation.values()) {
            if (MpiName.areSame(operation.text(), name)) {
                return operation;
            }
            known.append(' ').append(operation.text());
        }
        throw refused(part, "there is no operation " + name, known.toString());
    }

    private static Algorithm algorithm(Operation operation, String name, String part) {
        var known = new StringBuilder("Algorithms of ").append(operation.text()).append(" are");
        for (Algorithm algorithm : Algorithm.values()) {
            if (algorithm.serves(operation)) {
                if (algorithm.text().equals(name)) {
                    return algorithm;
                }
                known.append(' ').append(algorithm.text());
            }
        }
        throw refused(part, operation.text() + " has no algorithm " + name, known.toString());
    }

    private static BraidException refused(String part, String why, String whatToDo) {
        return new BraidException(ErrorCode.OPTION_VALUE, "the choice of collective algorithms \"" + part + '"', why, whatToDo);
    }

    /** One rule a line, in the order in which they are tried. */
    @Override
    public String toString() {
        var text = new StringBuilder();
        for (Rule rule : rules) {
            text.append(rule).append('\n');
        }
        return text.toString();
    }
}
