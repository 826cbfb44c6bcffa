package org.braid.base.wire;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.ErrorCode;
import org.braid.base.text.Spelling;
import org.braid.base.wire.Policy.Rule;

/** {@code policy = rule { "," rule } | method}, {@code rule = where "=" method}. */
final class PolicyParser {

    static final Grammar<Policy> POLICY = new Grammar<>("policy", ErrorCode.POLICY_SYNTAX, "host=shm, site=tcp, *=lz4+tls") {
        @Override
        Policy read(Scanner from) {
            return new PolicyParser(from).policy();
        }

        @Override
        String print(Policy value) {
            return value.toString();
        }
    };

    private final Scanner from;

    private PolicyParser(Scanner from) {
        this.from = from;
    }

    private Policy policy() {
        return from.startsRule() ? new Policy(rules()) : new Policy(List.of(new Rule(Where.ANYWHERE, methodAlone())));
    }

    private List<Rule> rules() {
        var rules = new ArrayList<Rule>();
        do rules.add(rule(rules)); while (from.accept(','));
        return rules;
    }

    private Rule rule(List<Rule> before) {
        from.peek();
        int start = from.position();
        Where where = where(start);
        for (Rule other : before)
            if (other.where() == where) throw from.errorAt(start, "another place: " + other + " was given before");
        from.expect('=', "'=' and a method");
        return new Rule(where, new MethodParser(from).method(0));
    }

    private Where where(int start) {
        if (from.accept('*')) return Where.ANYWHERE;
        String expected = "a place: " + String.join(", ", Where.words());
        String word = from.word(expected);
        Where where = Where.find(word);
        if (where != null) return where;
        throw from.errorAt(start, expected).meaning(Spelling.nearest(word, Where.words()), word.length());
    }

    /** A list of methods is no policy; people who know other launchers write one. */
    private MethodExpression methodAlone() {
        MethodExpression method = new MethodParser(from).method(0);
        if (from.peek() == ',') throw from.error("a place and '=' before each of several methods, as in host=shm, *=tcp, "
            + "or failover(shm, tcp) to use the second where the first fails");
        return method;
    }
}
