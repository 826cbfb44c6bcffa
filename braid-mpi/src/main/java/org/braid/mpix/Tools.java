package org.braid.mpix;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import mpi.MPIException;
import org.braid.base.text.Spelling;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.tool.ToolInformation;

/**
 * What a process tells tools about itself (MPI_T; MPI 4.1, chapter 15.3): control variables, which say how it is set, performance variables, which say what it does, and events. Between Init, or a {@link Session}, and the end.
 *
 * <pre>
 *   for (PerformanceVariable each : Tools.performanceVariables()) {
 *     System.out.println(each.name() + " = " + each.read() + " " + each.unit());
 *   }
 *   try (PerformanceSession session = Tools.session()) {
 *     PerformanceHandle frames = session.handle(Tools.performanceVariable("lanes.frames"));
 *     frames.start();
 *     comm.allReduce(...);
 *     frames.stop();                    // frames.read() is what this phase has sent
 *   }
 * </pre>
 *
 * <p>Nothing is counted for tools: they read what the parts of the process keep anyway, so that a program that asks nothing pays nothing.
 */
public final class Tools {
    private Tools() {}

    /** All control variables of this process; those of a method are there if this process can use it. */
    public static List<ControlVariable> controlVariables() {
        return Inside.checked(() -> information().controls().stream().map(ControlVariable::new).toList());
    }

    /**
     * The control variable of that name.
     *
     * @throws MPIException MPI_T_ERR_INVALID_NAME if there is none
     */
    public static ControlVariable controlVariable(String name) {
        return named("control", name, controlVariables(), ControlVariable::name);
    }

    /** All performance variables of this process; those of a method are there once a lane by it is. */
    public static List<PerformanceVariable> performanceVariables() {
        return Inside.checked(() -> {
            ToolInformation process = information();
            return process.measures().stream().map(each -> new PerformanceVariable(each, process.process())).toList();
        });
    }

    /**
     * The performance variable of that name.
     *
     * @throws MPIException MPI_T_ERR_INVALID_NAME if there is none
     */
    public static PerformanceVariable performanceVariable(String name) {
        return named("performance", name, performanceVariables(), PerformanceVariable::name);
    }

    /** A performance session, in which variables are followed apart from other tools (MPI 4.1, section 15.3.7). */
    public static PerformanceSession session() {
        ToolInformation ignored = information();
        return new PerformanceSession();
    }

    /** As {@link #listen(Consumer, LongConsumer, ToolEvent.Kind...)}, of who does not ask what was lost. */
    public static Listening listen(Consumer<ToolEvent> listener, ToolEvent.Kind... kinds) {
        return listen(listener, lost -> {}, kinds);
    }

    /**
     * Tells of what happens from now on, in order and one after the other, in a virtual thread that may call MPI (if the program is thread-multiple) and may take its time: what waits for it is bounded, and what finds no room is lost and
     * counted. What a listener throws goes to its thread's uncaught exception handler; it is told the next event.
     *
     * @param listener is told
     * @param dropped is told, before an event, how many of all kinds were lost since it was told last: those found no room behind what was waiting
     * @param kinds what it is told of; everything if there are none
     */
    public static Listening listen(Consumer<ToolEvent> listener, LongConsumer dropped, ToolEvent.Kind... kinds) {
        if (listener == null || dropped == null || kinds == null || Arrays.asList(kinds).contains(null)) {
            throw Inside.failure(ErrorClass.ARG, "Tools.listen cannot be carried out", "an argument is null", "Give a listener, and kinds of events or none");
        }
        Set<ToolEvent.Kind> wanted = kinds.length == 0 ? Set.of(ToolEvent.Kind.values()) : Set.copyOf(List.of(kinds));
        return Inside.checked(() -> new Listening(information().events().listen(
                happened -> {
                    ToolEvent event = ToolEvent.of(happened);
                    if (wanted.contains(event.kind())) {
                        listener.accept(event);
                    }
                },
                dropped)));
    }

    private static ToolInformation information() {
        return Inside.mpi().tools();
    }

    private static <T> T named(String kind, String name, List<T> all, Function<T, String> nameOf) {
        for (T each : all) {
            if (nameOf.apply(each).equals(name)) {
                return each;
            }
        }
        List<String> names = all.stream().map(nameOf).toList();
        throw Inside.failure(
                ErrorClass.T_NAME, "there is no " + kind + " variable '" + name + "'", "none of this process has that name", name == null ? "Give a name" : Spelling.didYouMean(name, names, "There are " + String.join(", ", names)));
    }
}
