package org.braid.link.select;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.MethodExpression.Chain;
import org.braid.base.wire.MethodExpression.Name;
import org.braid.link.spi.Compound.Part;
import org.braid.link.stream.RouteFailures;

/**
 * What has become of the parts of a compound, for one stream. Failures are counted by way, with all devices above it; of a part that is a compound itself counts the way that has failed least, since it can be
 * had still. One whose parts carry the stream at once is a way itself: if it has failed, none of its rails could go on by any of its parts.
 *
 * @param above devices above the compound, top first
 */
record PartFailures(MethodExpression.Compound compound, List<Name> above, RouteFailures failures) {
    /** In the order in which they were written. */
    List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        for (MethodExpression part : compound.parts()) {
            Part counted = of(part, above);
            parts.add(new Part(part, counted.failures(), counted.lastFailureNs()));
        }
        return parts;
    }

    private Part of(MethodExpression method, List<Name> under) {
        return switch (method) {
            case Name name -> counted(name, Candidates.text(under, name));
            case Chain chain -> of(chain.end(), Candidates.under(under, chain));
            case MethodExpression.Compound several -> {
                Part whole = counted(several, Candidates.text(under, several));
                yield whole.failures() > 0 ? whole : least(several, under);
            }
        };
    }

    private Part counted(MethodExpression method, String way) {
        return new Part(method, failures.count(way), failures.lastNs(way));
    }

    private Part least(MethodExpression.Compound several, List<Name> under) {
        Part least = of(several.parts().getFirst(), under);
        for (MethodExpression each : several.parts()) {
            Part its = of(each, under);
            least = its.failures() < least.failures() ? its : least;
        }
        return least;
    }
}
