package org.braid.transports.inet;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.ByteSize;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Transport;

/**
 * What a method expression may set: {@code tcp(sndbuf=4MiB, ports=40000-40100)}.
 *
 * @param method the transport's name, for errors
 * @param sndbufBytes the kernel's send buffer; 0 leaves it to the kernel, which adapts it
 * @param rcvbufBytes the kernel's receive buffer; 0 leaves it to the kernel
 * @param nodelay whether the kernel sends small segments at once; lanes batch by themselves
 * @param interfaceName network interface to use, empty for any
 * @param lowestPort first port to try to listen on; 0 lets the kernel choose
 * @param highestPort last port to try
 */
public record InetParameters(String method, int sndbufBytes, int rcvbufBytes, boolean nodelay, String interfaceName, int lowestPort, int highestPort) {
    /** All of them, for people. */
    public static final List<Transport.Parameter> DESCRIBED = List.of(
            new Transport.Parameter("sndbuf", "size", "0B", "kernel's send buffer, 4KiB to 256MiB; 0B leaves it to the kernel, which adapts it"),
            new Transport.Parameter("rcvbuf", "size", "0B", "kernel's receive buffer, 4KiB to 256MiB; 0B leaves it to the kernel, which adapts it"),
            new Transport.Parameter("nodelay", "true|false", "true", "send small segments at once; lanes batch by themselves"),
            new Transport.Parameter("interface", "name", "", "network interface to use; all if empty"),
            new Transport.Parameter("ports", "port or low-high", "0", "ports to listen on; 0 lets the system choose"));

    private static final long LEAST_BUFFER = 4 << 10;
    private static final long MOST_BUFFER = 256 << 20;
    private static final int MOST_PORTS = 4096;

    /** What holds where an expression gives nothing. */
    static InetParameters defaults(String method) {
        return new InetParameters(method, 0, 0, true, "", 0, 0);
    }

    /** The defaults, changed by what a method expression gives. */
    static InetParameters of(String method, List<MethodParameter> given) {
        InetParameters parameters = defaults(method);
        for (MethodParameter each : given) {
            parameters = parameters.with(each.key(), each.value());
        }
        return parameters;
    }

    /**
     * Refuses what a method expression gives if it cannot be.
     *
     * @param here whether this host is to use it, so that an interface must be one of its own
     * @throws BraidException {@code BRD-1306}, or {@code BRD-1014} for what is no size
     */
    public static void check(String method, List<MethodParameter> given, boolean here) {
        InetParameters parameters = of(method, given);
        if (here) {
            Interfaces.requireNamed(parameters);
        }
    }

    /** With one parameter set, as a user writes it. */
    InetParameters with(String name, String value) {
        return switch (name) {
            case "sndbuf" -> new InetParameters(method, bufferBytes(name, value), rcvbufBytes, nodelay, interfaceName, lowestPort, highestPort);
            case "rcvbuf" -> new InetParameters(method, sndbufBytes, bufferBytes(name, value), nodelay, interfaceName, lowestPort, highestPort);
            case "nodelay" -> new InetParameters(method, sndbufBytes, rcvbufBytes, truth(value), interfaceName, lowestPort, highestPort);
            case "interface" -> new InetParameters(method, sndbufBytes, rcvbufBytes, nodelay, value, lowestPort, highestPort);
            case "ports" -> withPorts(value);
            default -> throw refused(name.isEmpty() ? value : name, "there is no such parameter", "Use one of sndbuf, rcvbuf, nodelay, interface, ports");
        };
    }

    /** Whether one connection serves both. */
    boolean sameConnection(InetParameters other) {
        return sndbufBytes == other.sndbufBytes && rcvbufBytes == other.rcvbufBytes && nodelay == other.nodelay && interfaceName.equals(other.interfaceName);
    }

    String portsText() {
        return lowestPort == highestPort ? Integer.toString(lowestPort) : lowestPort + "-" + highestPort;
    }

    private InetParameters withPorts(String value) {
        int dash = value.indexOf('-');
        int low = port(dash < 0 ? value : value.substring(0, dash));
        int high = dash < 0 ? low : port(value.substring(dash + 1));
        if (high < low || high - low >= MOST_PORTS || low == 0 && high != 0) {
            throw refused("ports", "'" + value + "' is no range of at most " + MOST_PORTS + " ports", "Write ports=40000-40100, or 0 for any");
        }
        return new InetParameters(method, sndbufBytes, rcvbufBytes, nodelay, interfaceName, low, high);
    }

    private int port(String text) {
        try {
            int port = Integer.parseInt(text.strip());
            if (port >= 0 && port <= 0xFFFF) {
                return port;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw refused("ports", "'" + text + "' is no port", "Ports are 0 to 65535");
    }

    private int bufferBytes(String name, String value) {
        long bytes = ByteSize.parse(value).bytes();
        if (bytes != 0 && (bytes < LEAST_BUFFER || bytes > MOST_BUFFER)) {
            throw refused(name, "'" + value + "' is no size from 4KiB to 256MiB", "Write " + name + "=4MiB");
        }
        return (int) bytes;
    }

    private boolean truth(String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw refused("nodelay", "'" + value + "' is neither true nor false", "Write nodelay=true");
        };
    }

    private BraidException refused(String name, String why, String whatToDo) {
        return new BraidException(ErrorCode.METHOD_PARAMETER, method + "'s parameter " + name + " is not valid", why, whatToDo);
    }
}
