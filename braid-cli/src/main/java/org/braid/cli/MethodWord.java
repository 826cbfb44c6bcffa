package org.braid.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import org.braid.link.chain.Devices;
import org.braid.link.spi.Compound;
import org.braid.link.spi.Device;
import org.braid.link.spi.Transport;
import org.braid.link.spi.Transport.Parameter;

/**
 * A word that methods are made of: a transport, a device or a compound.
 *
 * @param line what it is, and whether it works here
 */
record MethodWord(String name, String line, List<Parameter> parameters) {
    /** Transports in the order in which they are tried. */
    static List<MethodWord> transports(ClassLoader from) {
        List<Transport> found = new ArrayList<>();
        ServiceLoader.load(Transport.class, from).forEach(found::add);
        found.sort(Comparator.comparingInt(Transport::rank));
        return found.stream().map(MethodWord::of).toList();
    }

    static List<MethodWord> devices(Devices installed) {
        return installed.devices().stream().map(MethodWord::of).toList();
    }

    static List<MethodWord> compounds(Devices installed) {
        return installed.compounds().stream().map(MethodWord::of).toList();
    }

    private static MethodWord of(Transport transport) {
        Transport.Availability here = transport.availability();
        List<Parameter> parameters = new ArrayList<>(transport.parameters());
        parameters.addAll(Transport.ofEveryMethod());
        return new MethodWord(transport.name(), (here.works() ? "works" : "does not work here: " + here.reason()) + "; " + transport.description(), parameters);
    }

    private static MethodWord of(Device device) {
        return new MethodWord(device.name(), device.description(), device.parameters());
    }

    private static MethodWord of(Compound compound) {
        return new MethodWord(compound.name(), compound.description(), compound.parameters());
    }
}
