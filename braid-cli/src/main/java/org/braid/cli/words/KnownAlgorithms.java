package org.braid.cli.words;

import org.braid.base.BraidException;
import org.braid.coll.select.RuleTable;

/** Refuses a choice of collective algorithms that no rank would take: once, before anything starts. */
final class KnownAlgorithms {
    private KnownAlgorithms() {}

    /** @throws BraidException {@code BRD-1602} in the words of the ranks */
    static void check(String chosen) {
        try {
            RuleTable ignored = RuleTable.of(null).with(chosen);
        } catch (BraidException wrong) {
            throw new BraidException(wrong.code(), ChosenAlgorithms.VARIABLE + ", " + wrong.what(), wrong.why(), wrong.whatToDo());
        }
    }
}
