package org.braid.devices.failover;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Compound;
import org.braid.link.spi.Transport;

/**
 * The parts in the order in which they were written, but for those that have failed: one that failed stands back for a pause that doubles with each failure, up to a bound, and is tried again after it
 * (charm-on-vmi, section 4: automatic fail-over). Among those that stand back the one whose pause ends first is tried first, so that there is always one.
 */
public final class FailoverCompound implements Compound {
    @Override
    public String name() {
        return "failover";
    }

    @Override
    public String description() {
        return "the first of its methods that has not failed lately";
    }

    @Override
    public List<Transport.Parameter> parameters() {
        return Pauses.described();
    }

    @Override
    public void check(List<MethodParameter> parameters) {
        Pauses.of(parameters);
    }

    @Override
    public List<MethodExpression> order(List<Part> parts, List<MethodParameter> parameters, long nowNs) {
        Pauses pauses = Pauses.of(parameters);
        List<Part> sound = new ArrayList<>();
        List<Part> paused = new ArrayList<>();
        for (Part part : parts) {
            (pauses.leftNs(part, nowNs) == 0 ? sound : paused).add(part);
        }
        paused.sort(Comparator.comparingLong(part -> pauses.leftNs(part, nowNs))); // stable: else as they were written
        sound.addAll(paused);
        return sound.stream().map(Part::method).toList();
    }

    @Override
    public long nextChangeNs(List<Part> parts, List<MethodParameter> parameters, long nowNs) {
        Pauses pauses = Pauses.of(parameters);
        long firstNs = Long.MAX_VALUE;
        for (Part part : parts) {
            long leftNs = pauses.leftNs(part, nowNs);
            if (leftNs > 0) {
                firstNs = Math.min(firstNs, nowNs + leftNs);
            }
        }
        return firstNs;
    }
}
