package org.braid.cli;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.launch.compile.CacheDirectory;
import org.braid.launch.options.RunOption;
import org.braid.link.spi.Transport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code braid info}: what there is, what works here and why not, and every default. */
@Command(name = "info", description = "Shows methods, parameters and defaults, and what works on this host.", mixinStandardHelpOptions = true)
final class InfoCommand implements Runnable {
    @Parameters(arity = "0..1", paramLabel = "METHOD", description = "show this method with its parameters")
    private @Nullable String wanted;

    @Override
    public void run() {
        List<Transport> transports = transports();
        if (wanted == null) {
            host();
            System.out.println("\nmethods, in the order in which they are tried; 'braid info METHOD' shows the parameters of one");
            transports.forEach(InfoCommand::line);
            settings();
        } else {
            detail(find(transports, wanted));
        }
    }

    private static List<Transport> transports() {
        List<Transport> found = new ArrayList<>();
        ServiceLoader.load(Transport.class).forEach(found::add);
        found.sort(Comparator.comparingInt(Transport::rank));
        return found;
    }

    private static Transport find(List<Transport> transports, String name) {
        return transports.stream()
                .filter(transport -> transport.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new BraidException(
                        ErrorCode.METHOD_UNKNOWN, "'" + name + "'", "no method has this name",
                        "Methods are: " + String.join(", ", transports.stream().map(Transport::name).toList())));
    }

    private static void host() {
        System.out.println(Version.line());
        field("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        field("shared memory", free("/dev/shm"));
        field("cache", CacheDirectory.path().toString());
    }

    private static String free(String directory) {
        try {
            FileStore store = Files.getFileStore(Path.of(directory));
            return directory + ", " + (store.getUsableSpace() >> 20) + " MiB free of " + (store.getTotalSpace() >> 20) + " MiB";
        } catch (IOException e) {
            return directory + " is missing; ranks on this host will use tcp";
        }
    }

    private static void field(String name, String value) {
        System.out.printf("  %-16s%s%n", name, value);
    }

    private static void line(Transport transport) {
        Transport.Availability here = transport.availability();
        field(transport.name(), (here.works() ? "works" : "does not work here: " + here.reason()) + "; " + transport.description());
    }

    private static void detail(Transport transport) {
        line(transport);
        transport.parameters().forEach(InfoCommand::parameter);
        Transport.ofEveryMethod().forEach(InfoCommand::parameter);
    }

    private static void parameter(Transport.Parameter parameter) {
        System.out.printf("    %-16s%-10s default %-10s %s%n", parameter.name(), parameter.type(), parameter.defaultText(), parameter.help());
    }

    private static void settings() {
        System.out.println("\nsettings of braid run, and their defaults");
        for (RunOption option : RunOption.values()) {
            if (!option.otherwise().isEmpty()) {
                field(option.names().getFirst(), option.otherwise());
            }
        }
        System.out.println("\nenvironment");
        field("JAVA_HOME", environment("JAVA_HOME") + "; running on " + System.getProperty("java.home"));
        field("CLASSPATH", environment("CLASSPATH"));
        field("BRAID_CACHE", environment("BRAID_CACHE"));
        field("BRAID_COLL", environment("BRAID_COLL"));
    }

    private static String environment(String name) {
        String value = System.getenv(name);
        return value == null ? "not set" : value;
    }
}
