package org.braid.link.chain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.braid.base.wire.ContextId;
import org.braid.link.spi.Alert;
import org.braid.link.spi.DeliveryClass;

/** Surroundings whose time stands where the test puts it. */
final class Place implements Surroundings {
    final List<Alert> alerts = new ArrayList<>();
    DeliveryClass delivery = DeliveryClass.ORDERED;
    long nowNs;
    private final Map<Class<?>, Object> shared = new HashMap<>();

    @Override
    public ContextId self() {
        return new ContextId(1, 2, 0);
    }

    @Override
    public ContextId peer() {
        return new ContextId(1, 2, 1);
    }

    @Override
    public DeliveryClass delivery() {
        return delivery;
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public <T> T shared(Class<T> type, Supplier<T> make) {
        return type.cast(shared.computeIfAbsent(type, each -> make.get()));
    }

    @Override
    public void alert(Alert alert) {
        alerts.add(alert);
    }
}
