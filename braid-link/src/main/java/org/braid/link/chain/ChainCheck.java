package org.braid.link.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.Spelling;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.MethodExpression.Chain;
import org.braid.base.wire.MethodExpression.Compound;
import org.braid.base.wire.MethodExpression.Name;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.Device;
import org.braid.link.spi.Transport.Parameter;

/** Walks through a method as its canonical text is written, so that what is wrong can be pointed at. */
final class ChainCheck {
    private final Installed<Device> devices;
    private final Installed<org.braid.link.spi.Compound> compounds;
    private final DeliveryClass stream;
    private final String text;
    private int at; // characters before what is looked at

    ChainCheck(Installed<Device> devices, Installed<org.braid.link.spi.Compound> compounds, DeliveryClass stream, MethodExpression whole) {
        this.devices = devices;
        this.compounds = compounds;
        this.stream = stream;
        this.text = whole.toString();
    }

    void method(MethodExpression method) {
        switch (method) {
            case Name name -> at += name.toString().length();
            case Chain chain -> chain(chain);
            case Compound compound -> compound(compound);
        }
    }

    private void chain(Chain chain) {
        boolean guarded = false;
        for (Name each : chain.devices()) {
            Device device = device(each, guarded);
            guarded |= device.detectsDamage();
            at += each.toString().length() + 1;
        }
        method(chain.end());
    }

    private Device device(Name name, boolean guarded) {
        Device device = devices.find(name.word());
        if (device == null) {
            throw unknown("device", name.word(), devices);
        }
        parameters(device.name(), device.parameters(), name.parameters(), at + name.word().length() + 1, device::check);
        List<MethodParameter> named = Named.of(device.parameters(), name.parameters());
        if (!stream.isSatisfiedBy(device.delivers(named))) {
            throw refused(at, ErrorCode.CHAIN_REFUSED, name + " delivers " + device.delivers(named) + ", and this stream promises " + stream, "Leave it out, or use a stream of that delivery class");
        }
        if (device.damages(named) && !guarded) {
            throw refused(at, ErrorCode.CHAIN_REFUSED, name + " damages frames, and no device above it would notice", "Write a device that does before it" + guards(name));
        }
        return device;
    }

    /** The devices of this process that would do. */
    private String guards(Name damaging) {
        String found = "";
        for (Device each : devices.all()) {
            found += each.detectsDamage() ? (found.isEmpty() ? ": " : " or ") + each.name() + "+" + damaging : "";
        }
        return found;
    }

    private void compound(Compound compound) {
        org.braid.link.spi.Compound kind = compounds.find(compound.word());
        if (kind == null) {
            throw unknown("compound", compound.word(), compounds);
        }
        at += compound.word().length() + 1;
        for (MethodExpression part : compound.parts()) {
            method(part);
            at += 2;
        }
        parameters(kind.name(), kind.parameters(), compound.parameters(), at, kind::check);
    }

    /** Names first, then each value, then all together. */
    private void parameters(String of, List<Parameter> known, List<MethodParameter> given, int from, Consumer<List<MethodParameter>> check) {
        int place = from;
        for (MethodParameter each : given) {
            MethodParameter named = Named.of(known, each);
            exists(place, of, known, named);
            if (named.key().equals(Named.of(known, given.getFirst()).key()) && place > from) {
                throw refused(place, ErrorCode.METHOD_PARAMETER, of + " has " + Named.of(known, given.getFirst()) + " already", "Leave one out");
            }
            checked(place, List.of(named), check);
            place += each.toString().length() + 2;
        }
        checked(from, Named.of(known, given), check);
    }

    private void exists(int place, String of, List<Parameter> known, MethodParameter given) {
        List<String> names = new ArrayList<>();
        known.forEach(each -> names.add(each.name()));
        if (!names.contains(given.key())) {
            String what = names.isEmpty() ? of + " has no parameters" : of + " has no parameter '" + given.key() + "'";
            String use = names.isEmpty() ? "Leave it out" : "Use one of " + String.join(", ", names);
            throw refused(place, ErrorCode.METHOD_PARAMETER, what, Spelling.didYouMean(given.key(), names, use));
        }
    }

    private void checked(int place, List<MethodParameter> named, Consumer<List<MethodParameter>> check) {
        try {
            check.accept(named);
        } catch (BraidException wrong) {
            throw refused(place, wrong.code(), wrong.what() + ": " + wrong.why(), wrong.whatToDo());
        }
    }

    private BraidException unknown(String kind, String word, Installed<?> known) {
        String others = known.names().isEmpty() ? "None is installed" : "There are " + String.join(", ", known.names());
        return refused(at, ErrorCode.METHOD_UNKNOWN, "there is no " + kind + " '" + word + "'" + known.brokenOnes(), Spelling.didYouMean(word, known.names(), others));
    }

    private BraidException refused(int place, ErrorCode code, String why, String whatToDo) {
        return new BraidException(code, "method '" + text + "' cannot be used, see its character " + (place + 1), why, whatToDo);
    }
}
