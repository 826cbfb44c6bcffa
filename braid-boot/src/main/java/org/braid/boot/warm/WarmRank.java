package org.braid.boot.warm;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdk.internal.vm.annotation.Hidden;
import org.braid.base.os.Machine;
import org.braid.boot.Job;
import org.braid.boot.RankMain;

/**
 * The main class of a rank that a pool keeps: rehearses, waits for a launcher, becomes what that orders, and is a rank like any other from then on ({@link RankMain}). Why and how: docs/decisions/warm-ranks.md.
 */
public final class WarmRank {
    private static final String CLASS_PATH = "java.class.path";

    /** The JVM's command line: its main class, then that one's arguments. */
    private static final String COMMAND_LINE = "sun.java.command";

    private WarmRank() {}

    /**
     * Runs one program. No stack shows this method.
     *
     * @param arguments its nest, its keeper's number and start, and the class of the rehearsal
     */
    @Hidden
    public static void main(String[] arguments) throws IOException, InterruptedException {
        RankMain.main(words(arguments));
    }

    private static String[] words(String[] arguments) throws IOException, InterruptedException {
        Nest nest = new Nest(Path.of(arguments[0]));
        Thread watch = nest.watch(Long.parseLong(arguments[1]), Long.parseLong(arguments[2]));
        new Stage(arguments[3]).play();
        Variables variables = new Variables();
        Binding.bind(Arrays.stream(Machine.usableCoreIds()).boxed().toList()); // no change: binds the call itself
        Job.makeSpace();
        System.gc(); // what the rehearsal leaves behind
        nest.open();
        Order order = nest.await(watch);
        obey(order, nest, variables);
        nest.remove();
        watch.join();
        Nest.answer();
        List<String> words = new ArrayList<>(List.of(order.mainClass()));
        words.addAll(order.arguments());
        System.setProperty(COMMAND_LINE, String.join(" ", RankMain.class.getName(), String.join(" ", words))); // as of a rank that was started for its program
        return words.toArray(String[]::new);
    }

    private static void obey(Order order, Nest nest, Variables variables) throws IOException {
        variables.become(order.environment());
        if (!order.cores().isEmpty()) {
            Binding.bind(order.cores());
        }
        order.properties().forEach(System::setProperty);
        Files.write(nest.resolve(Nest.JAR), PathJar.of(order.classPath()));
        System.setProperty(CLASS_PATH, String.join(File.pathSeparator, order.classPath()));
        try {
            Class.forName(order.mainClass(), false, ClassLoader.getSystemClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            throw new IOException("its program cannot be loaded here", e); // a rank that is started as ever says why
        }
    }
}
