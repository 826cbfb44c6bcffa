package org.braid.transports.inet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/** This host's addresses that a peer may try. */
final class Interfaces {
    private Interfaces() {}

    /**
     * The loopback address first, then those of all interfaces that are up, or of the named one. Link-local addresses are left out: they mean nothing on another host.
     *
     * @throws BraidException if there is no interface of this name
     */
    static List<InetAddress> addresses(InetParameters with) {
        List<InetAddress> found = new ArrayList<>();
        found.add(InetAddress.getLoopbackAddress());
        try {
            if (with.interfaceName().isEmpty()) {
                for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
                    addFrom(each, found);
                }
            } else {
                addFrom(named(with), found);
            }
        } catch (SocketException e) {
            return found;
        }
        return found;
    }

    /**
     * Nothing if any will do.
     *
     * @throws BraidException if there is no interface of this name
     */
    static void requireNamed(InetParameters with) {
        try {
            if (!with.interfaceName().isEmpty()) {
                named(with);
            }
        } catch (SocketException e) {
            return; // the system does not say which there are: whoever binds to it will know
        }
    }

    /** True when this is the name of a loopback interface of this host. */
    static boolean isLoopback(InetParameters with) {
        try {
            return !with.interfaceName().isEmpty() && named(with).isLoopback();
        } catch (SocketException e) {
            return false;
        }
    }

    /** Has the channel leave by the named interface; by any if the name is empty. */
    static void bind(SocketChannel channel, InetParameters with, InetSocketAddress to) throws IOException {
        if (with.interfaceName().isEmpty()) {
            return;
        }
        for (InetAddress from : named(with).inetAddresses().toList()) {
            if (from.getAddress().length == to.getAddress().getAddress().length) {
                channel.bind(new InetSocketAddress(from, 0));
                return;
            }
        }
        throw new IOException("interface " + with.interfaceName() + " has no address of the same family");
    }

    private static void addFrom(NetworkInterface from, List<InetAddress> found) {
        if (!isUp(from)) {
            return;
        }
        for (InetAddress address : from.inetAddresses().toList()) {
            if (!address.isLinkLocalAddress() && !address.isLoopbackAddress() && found.size() < Addresses.MOST) {
                found.add(address);
            }
        }
    }

    /** One that has gone since it was listed is not, and says nothing about the others. */
    private static boolean isUp(NetworkInterface each) {
        try {
            return each.isUp();
        } catch (SocketException e) {
            return false;
        }
    }

    private static NetworkInterface named(InetParameters with) throws SocketException {
        String name = with.interfaceName();
        NetworkInterface found = NetworkInterface.getByName(name);
        if (found == null) {
            throw new BraidException(ErrorCode.METHOD_PARAMETER, with.method() + "(interface=" + name + ") cannot be used", "this host has no interface of this name",
                    "See 'braid info " + with.method() + "' for the interfaces of this host");
        }
        return found;
    }
}
