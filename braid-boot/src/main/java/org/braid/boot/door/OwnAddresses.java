package org.braid.boot.door;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.List;
import org.braid.boot.ticket.JobAddress;

/** By which addresses others may call this host. */
public final class OwnAddresses {
    private OwnAddresses() {}

    /**
     * Those that mean something elsewhere, as many as a {@link JobAddress} has room for; the loopback address alone if there are none.
     *
     * @param mostLength of all together, with a character between two
     * @throws IOException if the system does not say them
     */
    public static List<String> numeric(int mostLength) throws IOException {
        List<String> all = new ArrayList<>();
        int left = mostLength;
        for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
            for (String address : callable(each)) {
                if (address.length() < left && all.size() < JobAddress.MOST_HOSTS) {
                    all.add(address);
                    left -= address.length() + 1;
                }
            }
        }
        return all.isEmpty() ? List.of(InetAddress.getLoopbackAddress().getHostAddress()) : all;
    }

    private static List<String> callable(NetworkInterface from) throws IOException {
        if (!from.isUp() || from.isLoopback()) {
            return List.of();
        }
        return from.inetAddresses().filter(each -> !each.isLinkLocalAddress()).map(InetAddress::getHostAddress).map(OwnAddresses::withoutScope).toList();
    }

    private static String withoutScope(String address) {
        int scope = address.indexOf('%');
        return scope < 0 ? address : address.substring(0, scope);
    }
}
