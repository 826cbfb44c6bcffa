package org.braid.devices.stripe;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Compound;
import org.braid.link.spi.Transport;

/**
 * All of its parts carry the stream at once, a frame by each in turn (charm-on-vmi, section 4: striping). A rail whose own method has failed goes by one of the others until that has recovered. Where only one
 * part leads to the peer, that part carries the stream alone.
 */
public final class StripeCompound implements Compound {
    private static final String FALLBACK = "failover";

    @Override
    public String name() {
        return "stripe";
    }

    @Override
    public String description() {
        return "all of its methods at once, a frame by each in turn";
    }

    @Override
    public List<Transport.Parameter> parameters() {
        return List.of();
    }

    @Override
    public List<MethodExpression> rails(List<MethodExpression> parts, List<MethodParameter> parameters) {
        List<MethodExpression> rails = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            List<MethodExpression> from = new ArrayList<>(parts.subList(i, parts.size()));
            from.addAll(parts.subList(0, i));
            rails.add(new MethodExpression.Compound(FALLBACK, from, List.of()));
        }
        return rails.size() > 1 ? rails : List.of();
    }

    /** One part alone: the one that has failed least, else as they were written. */
    @Override
    public List<MethodExpression> order(List<Part> parts, List<MethodParameter> parameters, long nowNs) {
        return parts.stream().sorted(Comparator.comparingInt(Part::failures)).map(Part::method).toList();
    }
}
