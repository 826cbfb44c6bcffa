package org.braid.link.chain;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Transport.Parameter;

/** Parameters as devices get them: a value that the user wrote alone has the name of the first one. */
final class Named {
    private Named() {}

    static List<MethodParameter> of(List<Parameter> known, List<MethodParameter> given) {
        if (given.isEmpty() || !given.getFirst().isUnnamed()) {
            return given;
        }
        List<MethodParameter> named = new ArrayList<>(given);
        named.set(0, of(known, given.getFirst()));
        return named;
    }

    /** Unchanged if it has a name, or if there is none to give. */
    static MethodParameter of(List<Parameter> known, MethodParameter given) {
        return given.isUnnamed() && !known.isEmpty() ? new MethodParameter(known.getFirst().name(), given.value()) : given;
    }
}
