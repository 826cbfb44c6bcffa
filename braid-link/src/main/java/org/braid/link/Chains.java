package org.braid.link;

import java.util.List;
import org.braid.base.wire.MethodExpression;
import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.Lane;
import org.jspecify.annotations.Nullable;

/** Chains of devices, as selection needs them. */
final class Chains {
    private Chains() {}

    static @Nullable String whyNot(List<MethodExpression.Name> devices, DeliveryClass delivery) {
        return devices.isEmpty() ? null : "chains and compounds need devices, and none is installed";
    }

    static Lane over(Lane bottom, Candidates.Candidate way, Peer peer, DeliveryClass delivery) {
        return bottom;
    }

    static List<MethodExpression> order(MethodExpression.Compound compound, WayFailures failures, long nowNs) {
        return compound.parts();
    }
}
