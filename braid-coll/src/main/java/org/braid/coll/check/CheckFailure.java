package org.braid.coll.check;

/** A schedule set that doesn't do what its operation means; the message names rank, step and rule. */
public final class CheckFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The rules, so that tests can ask which one was broken. */
    public enum Rule { BOUNDS, MATCHING, DEADLOCK, RACE, PROVENANCE, ASSOCIATION }

    private final Rule rule;

    CheckFailure(Rule rule, String message) {
        super(rule + ": " + message);
        this.rule = rule;
    }

    /** The rule that was broken. */
    public Rule rule() {
        return rule;
    }
}
