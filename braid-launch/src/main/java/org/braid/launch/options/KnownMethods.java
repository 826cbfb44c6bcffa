package org.braid.launch.options;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.Spelling;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.MethodParameter;
import org.braid.base.wire.Policy;
import org.braid.base.wire.Where;
import org.braid.link.chain.Devices;
import org.braid.link.spi.Compound;
import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.Device;
import org.braid.link.spi.Transport;
import org.jspecify.annotations.Nullable;

/** Refuses a method that no rank would find: once, before anything starts. What its words mean is said by transports and devices themselves. */
public final class KnownMethods {
    /** The services of which a method is made: of a program that brings one itself only its ranks know what there is. */
    public static final List<String> SERVICES = List.of(Transport.class.getName(), Device.class.getName(), Compound.class.getName());

    private KnownMethods() {}

    /**
     * Looks at what a policy says about ranks that are so far from each other; the rest of it may be meant for other days, but no method can carry impossible sizes.
     *
     * @param policy a policy of methods that can be read
     * @param places the distances that occur in the job
     * @throws BraidException {@code BRD-1304} for a name that is unknown, {@code BRD-1306} for a parameter, {@code BRD-1014} for a size that cannot be, or the code of a chain that is refused
     */
    public static void check(String policy, Where... places) {
        check(policy, true, places);
    }

    private static void check(String policy, boolean here, Where... places) {
        Policy all = Policy.parse(policy);
        all.rules().forEach(rule -> rule.method().sizes());
        for (Where place : places) {
            check(all.methodFor(place), here);
        }
    }

    /**
     * As {@link #check}, where nobody knows yet what the program brings, and which hosts there are: a name that is unknown here may be its own, and an interface another host's.
     *
     * @throws BraidException as {@link #check}, but for {@code BRD-1304}
     */
    public static void checkBuiltIn(String policy, Where... places) {
        for (Where place : places) {
            try {
                check(policy, false, place);
            } catch (BraidException e) {
                if (e.code() != ErrorCode.METHOD_UNKNOWN) {
                    throw e;
                }
            }
        }
    }

    private static void check(@Nullable MethodExpression method, boolean here) {
        if (method != null) {
            ends(method, here);
        }
        if (method != null && !(method instanceof MethodExpression.Name)) {
            new Devices().check(method, DeliveryClass.ORDERED);
        }
    }

    /** Looks at the transports in which a method ends. Of several that stand together some may do without what this host has not. */
    private static void ends(MethodExpression method, boolean here) {
        switch (method) {
            case MethodExpression.Name name -> check(name, here);
            case MethodExpression.Chain chain -> ends(chain.end(), here);
            case MethodExpression.Compound several -> several.parts().forEach(part -> ends(part, false));
        }
    }

    private static void check(MethodExpression.Name name, boolean here) {
        if (name.word().equals(Policy.AUTO)) {
            return;
        }
        Transport transport = find(name.word());
        if (transport == null) {
            throw unknown(name.word());
        }
        List<MethodParameter> own = new ArrayList<>();
        for (MethodParameter given : name.allParameters()) {
            checkName(given, transport);
            if (isAmong(transport.parameters(), given)) {
                own.add(given);
            }
        }
        transport.check(own, here);
    }

    private static BraidException unknown(String word) {
        boolean isDevice = new Devices().devices().stream().anyMatch(each -> each.name().equals(word));
        return isDevice
                ? new BraidException(ErrorCode.METHOD_UNKNOWN, "--method " + word, word + " is a device, and stands where a method is expected", "Write devices before the method that they are to change: " + word + "+tcp")
                : new BraidException(ErrorCode.METHOD_UNKNOWN, "--method " + word, "no method has this name", "Methods are: " + names());
    }

    private static boolean isAmong(List<Transport.Parameter> parameters, MethodParameter given) {
        return parameters.stream().anyMatch(each -> each.name().equals(given.key()));
    }

    private static void checkName(MethodParameter given, Transport transport) {
        List<String> known = new ArrayList<>();
        for (Transport.Parameter parameter : transport.parameters()) {
            known.add(parameter.name());
        }
        for (Transport.Parameter parameter : Transport.ofEveryMethod()) {
            known.add(parameter.name());
        }
        if (!known.contains(given.key())) {
            throw new BraidException(
                    ErrorCode.METHOD_PARAMETER, "--method " + transport.name() + "(" + given + ")", transport.name() + (given.isUnnamed() ? " takes no value without a name" : " has no parameter " + given.key()),
                    Spelling.didYouMean(given.key(), known, "Its parameters are: " + String.join(", ", known)));
        }
    }

    private static @Nullable Transport find(String name) {
        for (Transport transport : ServiceLoader.load(Transport.class)) {
            if (transport.name().equals(name)) {
                return transport;
            }
        }
        return null;
    }

    private static String names() {
        List<String> names = new ArrayList<>();
        for (Transport transport : ServiceLoader.load(Transport.class)) {
            names.add(transport.name());
        }
        return String.join(", ", names);
    }
}
