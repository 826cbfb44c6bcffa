package org.braid.mpi.tool;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.braid.coll.select.ChoiceListener;
import org.jspecify.annotations.Nullable;

/** Everything that one process tells tools: its variables by name, and its events. */
public final class ToolInformation {
    private final ProcessState process;
    private final Controls controls;
    private final Events events;

    /** @param choices where the collectives of this process look for whom to tell of their choices */
    public ToolInformation(ProcessState process, AtomicReference<@Nullable ChoiceListener> choices) {
        this.process = process;
        this.controls = new Controls(process.context().progress());
        this.events = new Events(process.context(), choices);
    }

    /** Where performance variables are read. */
    public ProcessState process() {
        return process;
    }

    /** What may be set. */
    public List<Control> controls() {
        return List.copyOf(controls.all());
    }

    /** What is counted; variables of a method are there once a lane by it is. */
    public List<Measure> measures() {
        return Measures.of(process);
    }

    /** What happens. */
    public Events events() {
        return events;
    }

    /** Rules for collectives that stand before Braid's own, of communicators whose first collective comes now; null for none. */
    public @Nullable String collectiveRules() {
        return controls.collectiveRules();
    }
}
