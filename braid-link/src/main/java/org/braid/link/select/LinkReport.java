package org.braid.link.select;

import java.util.List;
import org.braid.base.wire.ContextId;
import org.braid.base.wire.SizeRange;

/**
 * Which method a pair of contexts uses and why: one line of {@code --report links}; a second one if data of other sizes goes by another method.
 *
 * @param from this context
 * @param to the peer
 * @param method the method chosen
 * @param sizes of payload that it carries
 * @param why what decided it
 * @param rejected methods tried before it, each with its reason
 * @param again whether messages that went by another lane go on by this one
 */
public record LinkReport(ContextId from, ContextId to, String method, SizeRange sizes, String why, List<String> rejected, boolean again) {
    @Override
    public String toString() {
        String head = from.number() + " -> " + to.number() + ": " + method + " (" + why + (sizes.isAll() ? "" : ", " + sizes) + ")";
        return rejected.isEmpty() ? head : head + "; not " + String.join(", ", rejected);
    }
}
