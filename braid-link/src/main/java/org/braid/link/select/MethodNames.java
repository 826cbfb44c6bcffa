package org.braid.link.select;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.Spelling;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.MethodExpression.Chain;
import org.braid.base.wire.MethodExpression.Compound;
import org.braid.base.wire.MethodExpression.Name;
import org.braid.link.spi.DeliveryClass;

/** Whether what a program names exists in this process: a word that no transport, device or compound has is a mistake in whatever job, whomever it is to reach. */
record MethodNames(Ports ports, Chains chains) {
    private static final String AUTO = "auto";

    /** @throws BraidException {@code METHOD_UNKNOWN} for a name that nothing has; and as {@link Chains#check} */
    void require(List<MethodExpression> methods) {
        for (MethodExpression each : methods) {
            chains.check(each, DeliveryClass.ORDERED);
            requireTransports(each);
        }
    }

    private void requireTransports(MethodExpression method) {
        switch (method) {
            case Name name -> requireTransport(name.word());
            case Chain chain -> requireTransports(chain.end());
            case Compound compound -> compound.parts().forEach(this::requireTransports);
        }
    }

    private void requireTransport(String word) {
        if (!word.equals(AUTO) && !ports.known().contains(word)) {
            throw new BraidException(ErrorCode.METHOD_UNKNOWN, "method '" + word + "'", "there is none of this name", Spelling.didYouMean(word, ports.known(), "There are " + String.join(", ", ports.known())));
        }
    }
}
