package org.braid.launch.options;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Locale;

/** By which names and addresses this host goes. */
final class ThisHost {
    private ThisHost() {}

    /** Whether the name or address is one of this host's: its own name, with its domain or without, or whatever leads to one of its interfaces. Another host's name is looked up, which may take a while. */
    static boolean isMeantBy(String host) {
        return !host.isEmpty() && (host.equals("localhost") || isOwnName(host) || leadsHere(host));
    }

    private static boolean isOwnName(String host) {
        try {
            String own = InetAddress.getLocalHost().getHostName();
            return host.equalsIgnoreCase(own) || own.toLowerCase(Locale.ROOT).startsWith(host.toLowerCase(Locale.ROOT) + ".");
        } catch (IOException nameless) {
            return false;
        }
    }

    private static boolean leadsHere(String host) {
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                if (address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null) {
                    return true;
                }
            }
            return false;
        } catch (IOException unknown) {
            return false;
        }
    }
}
