package org.braid.cli;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.Spelling;
import org.braid.launch.compile.CacheDirectory;
import org.braid.launch.options.RunOption;
import org.braid.launch.pool.Pools;
import org.braid.link.chain.Devices;
import org.braid.link.spi.Transport.Parameter;
import org.braid.mpi.tool.Event;
import org.braid.mpi.tool.Measure;
import org.braid.mpi.tool.Measures;
import org.braid.mpi.tool.Setting;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code braid info}: what there is, what works here and why not, and every default. */
@Command(name = "info", description = "Shows methods, devices, parameters and defaults, and what works on this host.", mixinStandardHelpOptions = true)
final class InfoCommand implements Runnable {
    @Parameters(arity = "0..1", paramLabel = "NAME", description = "show this method, device or compound with its parameters")
    private @Nullable String wanted;

    @Option(names = {"-cp", "--class-path"}, paramLabel = "PATH", description = "look for devices and transports in these jars and folders, too")
    private @Nullable String classPath;

    @Override
    public void run() {
        ClassLoader from = loader();
        Devices installed = new Devices(from);
        List<MethodWord> transports = MethodWord.transports(from);
        List<MethodWord> devices = MethodWord.devices(installed);
        List<MethodWord> compounds = MethodWord.compounds(installed);
        if (wanted == null) {
            host();
            list("methods, in the order in which they are tried; 'braid info NAME' shows the parameters of one", transports);
            list("devices, to be written before a method: lz4+tcp", devices);
            list("compounds of several methods: failover(shm, tcp)", compounds);
            settings();
        } else {
            detail(find(Stream.of(transports, devices, compounds).flatMap(List::stream).toList(), wanted));
        }
    }

    private ClassLoader loader() {
        ClassLoader own = InfoCommand.class.getClassLoader();
        return classPath == null ? own : new URLClassLoader(Stream.of(classPath.split(File.pathSeparator)).filter(each -> !each.isEmpty()).map(InfoCommand::url).toArray(URL[]::new), own);
    }

    private static URL url(String path) {
        try {
            return Path.of(path).toUri().toURL();
        } catch (IllegalArgumentException | MalformedURLException noPath) {
            throw new BraidException(ErrorCode.OPTION_VALUE, "-cp " + path, "this is no path: " + noPath.getMessage(), "Name jars and folders, parted by '" + File.pathSeparator + "'");
        }
    }

    private static MethodWord find(List<MethodWord> all, String name) {
        List<String> names = all.stream().map(MethodWord::name).toList();
        return all.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new BraidException(
                        ErrorCode.METHOD_UNKNOWN, "'" + name + "'", "no method, device or compound has this name", Spelling.didYouMean(name, names, "There are " + String.join(", ", names))));
    }

    private static void list(String title, List<MethodWord> words) {
        System.out.println("\n" + title);
        words.forEach(InfoCommand::line);
    }

    private static void host() {
        System.out.println(Version.line());
        field("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        field("interfaces", interfaces());
        field("shared memory", free("/dev/shm"));
        field("cache", CacheDirectory.path().toString());
        pools();
    }

    private static void pools() {
        try {
            for (Pools.Kept each : Pools.all()) {
                String wait = each.ready() + " of " + each.what().ranks() + " ranks wait, for jobs from " + each.what().directory() + (each.isOfAnotherBuild() ? " of another build of Braid: no job of this one can use them" : "");
                field("pool", wait + " (pid " + each.keeper() + "); it ends after " + TimeUnit.NANOSECONDS.toMinutes(each.what().idleNs()) + " min without use");
            }
        } catch (IOException e) {
            field("pool", "not known: " + e.getMessage());
        }
    }

    /** Those that are up, with the addresses by which other hosts may reach this one: link-local ones mean nothing there. */
    private static String interfaces() {
        try {
            return NetworkInterface.networkInterfaces().flatMap(InfoCommand::addresses).collect(Collectors.joining(", "));
        } catch (SocketException e) {
            return "not known: " + e.getMessage();
        }
    }

    private static Stream<String> addresses(NetworkInterface each) {
        try {
            return each.isUp() ? each.inetAddresses().filter(address -> !address.isLinkLocalAddress()).map(address -> each.getName() + " " + address.getHostAddress().replaceFirst("%.*", "")) : Stream.empty();
        } catch (SocketException e) {
            return Stream.empty(); // it has just gone
        }
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
        System.out.printf("  %-20s%s%n", name, value);
    }

    private static void line(MethodWord word) {
        field(word.name(), word.line());
    }

    private static void detail(MethodWord word) {
        line(word);
        word.parameters().forEach(InfoCommand::parameter);
    }

    private static void parameter(Parameter parameter) {
        System.out.printf("    %-20s%-10s default %-10s %s%n", parameter.name(), parameter.type(), parameter.defaultText(), parameter.help());
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
        System.out.println("\ncontrol variables of a rank, what sets them, and their present values");
        for (Setting each : Setting.values()) {
            field(each.variable(), each.present() + "; " + each.origin() + ": " + each.meaning() + "; default: " + each.otherwise());
        }
        System.out.println("\nperformance variables of a rank, besides those of the methods that it uses");
        for (Measure each : Measures.fixed()) {
            System.out.printf("  %-26s%s (%s)%n", each.name(), each.meaning(), each.kind().name().toLowerCase(Locale.ROOT));
        }
        System.out.println("\nevents of a rank");
        for (Event.Kind each : Event.Kind.values()) {
            field(each.text(), each.meaning());
        }
    }

    private static String environment(String name) {
        String value = System.getenv(name);
        return value == null ? "not set" : value;
    }
}
