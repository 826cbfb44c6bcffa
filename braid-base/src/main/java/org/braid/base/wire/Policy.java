package org.braid.base.wire;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Which method is used where: {@code host=shm, site=tcp, *=lz4+tls}. A method alone, {@code tcp}, means {@code *=tcp}.
 *
 * <p>For a pair of contexts the narrowest place counts that {@linkplain Where#contains contains} both, whatever the order of the rules;
 * a pair that no rule contains, and the method {@value #AUTO}, leave the choice to automatic selection (the first entry of the peer's descriptor table that works), and so does
 * a method for the {@linkplain SizeRange sizes} that it does not carry.
 */
public record Policy(List<Rule> rules) {
    /** The method that leaves the choice to Braid. */
    public static final String AUTO = "auto";
    /** Nothing is prescribed. */
    public static final Policy AUTOMATIC = new Policy(List.of(new Rule(Where.ANYWHERE, new MethodExpression.Name(AUTO))));

    /** One place and its method. */
    public record Rule(Where where, MethodExpression method) {
        @Override
        public String toString() {
            return where + "=" + method;
        }
    }

    public Policy {
        rules = List.copyOf(rules);
        if (rules.isEmpty()) throw refused("policy without a rule", "it must have at least one");
        for (int i = 0; i < rules.size(); i++)
            for (int j = 0; j < i; j++)
                if (rules.get(i).where == rules.get(j).where)
                    throw refused("policy with " + rules.get(i), "this place was given before: " + rules.get(j));
    }

    /** @throws BraidException {@link ErrorCode#POLICY_SYNTAX} with the position, what was expected there, and what was probably meant */
    public static Policy parse(String text) {
        return PolicyParser.POLICY.parse(text);
    }

    /** The method prescribed for two contexts that are as near as {@code pair}, or null: select automatically. */
    public @Nullable MethodExpression methodFor(Where pair) {
        Rule narrowest = null;
        for (Rule rule : rules)
            if (rule.where.contains(pair) && (narrowest == null || narrowest.where.contains(rule.where))) narrowest = rule;
        return narrowest == null || isAuto(narrowest.method) ? null : narrowest.method;
    }

    /** Whether some pair of contexts may use this transport: a rule names it, or automatic selection is left to choose, be it for some sizes. */
    public boolean mentions(String transport) {
        for (Where pair : Where.values()) {
            MethodExpression method = methodFor(pair);
            if (method == null || method.uses(transport) || !method.sizes().isAll()) return true;
        }
        return false;
    }

    /** Whether the policy says the same of any two contexts, however near they are. */
    public boolean isSameEverywhere() {
        return rules.size() == 1 && rules.getFirst().where == Where.ANYWHERE;
    }

    /** False if some rule's method carries some sizes only. */
    public boolean isForAllSizes() {
        for (Rule rule : rules) if (!rule.method.sizes().isAll()) return false;
        return true;
    }

    /** The parameters that the first rule which ends in this transport gives it; its interface as a parameter of that name. Empty if no rule does. */
    public List<MethodParameter> parametersOf(String transport) {
        for (Rule rule : rules) {
            MethodExpression end = rule.method instanceof MethodExpression.Chain chain ? chain.end() : rule.method;
            if (end instanceof MethodExpression.Name name && name.word().equals(transport)) return name.allParameters();
        }
        return List.of();
    }

    /** {@code parse(policy.toString())} equals the policy. */
    @Override
    public String toString() {
        var text = new StringBuilder();
        for (Rule rule : rules) {
            if (!text.isEmpty()) text.append(", ");
            rule.method.print(text.append(rule.where.toString()).append('='));
        }
        return text.toString();
    }

    /** Whether this method stands for whatever Braid chooses. */
    public static boolean isAuto(MethodExpression method) {
        return method instanceof MethodExpression.Name name && name.word().equals(AUTO);
    }

    private static BraidException refused(String what, String why) {
        return new BraidException(ErrorCode.POLICY_SYNTAX, what, why, "Write it like host=shm, site=tcp, *=lz4+tls");
    }
}
