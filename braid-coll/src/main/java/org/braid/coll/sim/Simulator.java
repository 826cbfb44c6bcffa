package org.braid.coll.sim;

import org.braid.base.BraidException;
import org.braid.coll.schedule.Schedule;
import org.jspecify.annotations.Nullable;

/**
 * Runs the schedules of all ranks in virtual time. A rank has one processor, which it may share with others of its host and which does one thing after the other in the order in which they could begin, and one port, which sends one message and receives one at
 * a time. A send is done when the processor has it done, whether it has been received or not;
 * one that is offered, when it has left the port.
 *
 * <p>What happens at one time has an order of its own: by kind of event, step and rank. Of ranks that are alike one is run ({@link Symmetry}).
 */
public final class Simulator {
    private static final int START = 0, BEGIN = 1, TRY_SEND = 2, LAUNCH = 3, ARRIVE = 4, DELIVER = 5, COMPLETE = 6, OFFER = 7, ANSWER = 8, SHOWN = 9, LOOK = 10;
    private static final int KIND_SHIFT = 59;
    private static final int STEP_SHIFT = 29;
    private static final int MASK = (1 << STEP_SHIFT) - 1;

    private final Collective collective;
    private final Network network;
    private final Images images;
    private final Traffic traffic;
    private final Processes made;
    private final @Nullable Process[] processes;
    private final Cores cores;
    private final Agenda agenda = new Agenda();
    private final Boards boards = new Boards();
    private final Offers offers = new Offers();
    private long events;

    private Simulator(Collective collective, Network network, Images images) {
        this.collective = collective;
        this.network = network;
        this.images = images;
        this.cores = Cores.of(network);
        this.traffic = new Traffic(network, cores.areCounted());
        this.made = new Processes(collective, images);
        this.processes = new Process[images.period()];
    }

    /**
     * What becomes of the collective if all ranks enter it at once. If they have many steps, and are alike, some are run for all, which makes no difference.
     *
     * @throws BraidException {@code BRD-1616} if it is too large to be simulated
     */
    public static Outcome run(Collective collective, Network network) {
        checkSizes(collective, network, collective.ranks());
        boolean isEachRun = Growth.isQuick(collective) || Growth.fits(collective) && !Symmetry.isAlike(collective);
        return run(collective, network, isEachRun ? Images.none(collective.ranks()) : Symmetry.images(collective, network));
    }

    /**
     * As {@link #run(Collective, Network)}, of one among all algorithms that could serve: none keeps the others waiting for minutes.
     *
     * @throws BraidException {@code BRD-1616} if it is too large to be simulated, or would take some seconds
     */
    public static Outcome runAmongOthers(Collective collective, Network network) {
        Growth.checkAmongOthers(collective);
        return run(collective, network);
    }

    static Outcome run(Collective collective, Network network, Images images) {
        return new Simulator(collective, network, images).run(new long[collective.ranks()]);
    }

    private static void checkSizes(Collective collective, Network network, int starts) {
        if (network.topology().size() != collective.ranks() || starts != collective.ranks()) {
            throw new IllegalArgumentException("a network of " + network.topology().size() + " ranks for " + collective.ranks());
        }
    }

    /**
     * Likewise, if each rank enters it at a time of its own.
     *
     * @throws BraidException {@code BRD-1616} if it is too large to be simulated
     */
    public static Outcome run(Collective collective, Network network, long[] startsPs) {
        checkSizes(collective, network, startsPs.length);
        Growth.check(collective);
        return new Simulator(collective, network, Images.none(collective.ranks())).run(startsPs);
    }

    /**
     * What becomes of the collective if all ranks enter it at once, unless that takes too long.
     *
     * @param boundPs how long it may take
     * @param mostEvents how many events its simulation may take
     * @return null if it takes longer
     * @throws BraidException {@code BRD-1616} if it is too large to be simulated
     */
    public static @Nullable Outcome runWithin(Collective collective, Network network, long boundPs, long mostEvents) {
        Growth.check(collective);
        Simulator simulator = new Simulator(collective, network, Images.none(collective.ranks()));
        if (simulator.workPs(simulator.process(collective.root())) > boundPs) {
            return null; // before the schedules of all others are made
        }
        simulator.enterAll(new long[collective.ranks()]);
        while (simulator.agenda.hasNext()) {
            simulator.handle(simulator.agenda.next());
            simulator.events++;
            if (simulator.agenda.nowPs() > boundPs || simulator.events > mostEvents) {
                return null;
            }
        }
        Outcome outcome = simulator.outcome(new long[collective.ranks()]);
        return outcome.timePs() > boundPs ? null : outcome;
    }

    /** For how long a rank's processor is busy at least, with messages and what it combines and copies: it is done no sooner, whatever it waits for. */
    private long workPs(Process process) {
        long ps = 0;
        for (int step = 0; step < process.structure.steps(); step++) {
            ps = VirtualTime.plus(ps, switch (process.kind(step)) {
                case Schedule.SEND -> traffic.sendingPs(traffic.channel(process.rank, process.peer(step)), process.bytes(step));
                case Schedule.RECEIVE -> traffic.receivingPs(traffic.channel(process.rank, process.peer(step)), process.bytes(step));
                case Schedule.COPY -> Math.round(process.bytes(step) * network.copyPsPerByte());
                case Schedule.REDUCE -> Math.round(process.bytes(step) * network.combinePsPerByte());
                default -> 0;
            });
        }
        return ps;
    }

    private Outcome run(long[] startsPs) {
        enterAll(startsPs);
        while (agenda.hasNext()) {
            handle(agenda.next());
            events++;
        }
        return outcome(startsPs);
    }

    private void enterAll(long[] startsPs) {
        for (int rank = 0; rank < images.period(); rank++) {
            agenda.add(startsPs[rank], event(START, rank, 0));
        }
    }

    private Outcome outcome(long[] startsPs) {
        var endsPs = new long[images.ranks()];
        for (int rank = 0; rank < endsPs.length; rank++) {
            endsPs[rank] = Math.max(startsPs[rank], end(process(images.of(rank))));
        }
        return new Outcome(endsPs, times(traffic.messages, images.each()), times(traffic.bytes, images.each()), events, images.period());
    }

    private long[] times(long[] counts, int factor) {
        long[] all = counts.clone();
        for (int i = 0; i < all.length; i++) {
            if (all[i] > Long.MAX_VALUE / factor) {
                throw Symmetry.tooLarge(collective, "it has more bytes than can be counted in 64 bits");
            }
            all[i] *= factor;
        }
        return all;
    }

    private static long end(Process process) {
        if (process.stepsLeft > 0) {
            throw new IllegalStateException("rank " + process.rank + " waits for ever: the schedules do not fit together");
        }
        return process.endPs;
    }

    private static long event(int kind, int rank, int step) {
        return (long) kind << KIND_SHIFT | (long) step << STEP_SHIFT | rank;
    }

    private void handle(long event) {
        int rank = (int) event & MASK;
        int step = (int) (event >>> STEP_SHIFT) & MASK;
        Process process = process(rank);
        switch ((int) (event >>> KIND_SHIFT)) {
            case START -> enter(process);
            case BEGIN -> countDown(process, step);
            case TRY_SEND -> {
                process.isSendPending = false;
                send(process);
            }
            case LAUNCH -> {
                process.isSendPending = false;
                launch(process, step, traffic.channel(process.rank, process.peer(step)));
                send(process);
            }
            case ARRIVE -> arrive(process, step);
            case DELIVER -> deliver(process, step);
            case OFFER -> present(process, step);
            case ANSWER -> sendAsked(process, step);
            case SHOWN -> shown(process, step);
            case LOOK -> look(process, step);
            default -> release(process, step);
        }
    }

    /** Made when something first happens at it. */
    private Process process(int rank) {
        @Nullable Process process = processes[rank];
        if (process == null) {
            process = made.make(rank);
            processes[rank] = process;
        }
        return process;
    }

    private void enter(Process process) {
        process.hasEntered = true;
        process.processorFreePs = Math.max(process.processorFreePs, agenda.nowPs());
        for (int step = 0; step < process.structure.steps(); step++) {
            if (process.isFree(step)) {
                begin(process, step);
            }
        }
    }

    private void begin(Process process, int step) {
        Structure structure = process.structure;
        for (int at = structure.firsts()[step]; at < structure.firsts()[step + 1]; at++) {
            if (structure.successors()[at] < 0) {
                agenda.add(agenda.nowPs(), event(BEGIN, process.rank, ~structure.successors()[at])); // not at once: rows of messages may be long
            }
        }
        switch (process.kind(step)) {
            case Schedule.SEND -> {
                process.enqueue(step);
                send(process);
            }
            case Schedule.RECEIVE -> {
                if (process.hasArrived(step)) {
                    take(process, step);
                }
            }
            case Schedule.COPY -> compute(process, step, network.copyPsPerByte());
            case Schedule.REDUCE -> compute(process, step, network.combinePsPerByte());
            case Schedule.SHOW -> agenda.add(occupy(process, VirtualTime.plus(network.board().showPs(), Math.round(process.bytes(step) * network.copyPsPerByte()))), event(SHOWN, process.rank, step));
            case Schedule.SEE -> look(process, step);
            default -> complete(process, step, agenda.nowPs());
        }
    }

    private void shown(Process process, int step) {
        long fromPs = VirtualTime.plus(agenda.nowPs(), network.board().latencyPs());
        for (long look : boards.show(process.rank, process.shared().word(step, Schedule.TARGET), fromPs)) {
            agenda.add(fromPs, look);
        }
        complete(process, step, agenda.nowPs());
    }

    /** All that the step wants may be seen already, or soon, or somebody has yet to show it. */
    private void look(Process process, int step) {
        Schedule shared = process.shared();
        long fromPs = boards.seenFromPs(shared, step, event(LOOK, process.rank, step));
        if (fromPs > agenda.nowPs()) {
            agenda.add(fromPs, event(LOOK, process.rank, step));
        } else if (fromPs >= 0) {
            int members = shared.word(step, Schedule.PEER) == Schedule.EVERYBODY ? shared.sharing() : 1;
            complete(process, step, occupy(process, looked(members, Math.round(process.bytes(step) * network.copyPsPerByte()))));
        }
    }

    private long looked(int members, long copiedPs) {
        long ps = copiedPs;
        for (int member = 0; member < members; member++) {
            ps = VirtualTime.plus(ps, network.board().lookPs());
        }
        return ps;
    }

    private void compute(Process process, int step, double psPerByte) {
        complete(process, step, occupy(process, Math.round(process.bytes(step) * psPerByte)));
    }

    /** The processor's next free time is taken; when it is over. */
    private long occupy(Process process, long ps) {
        process.processorFreePs = cores.take(process.rank, Math.max(process.processorFreePs, agenda.nowPs()), ps);
        return process.processorFreePs;
    }

    /** The send that has waited longest begins as soon as processor and port are free; the processor's time is reserved only when the port will be free by then. */
    private void send(Process process) {
        while (process.hasSends() && !process.isSendPending) {
            int step = process.firstSend();
            long startPs = cores.free(process.rank, Math.max(agenda.nowPs(), process.processorFreePs));
            if (process.sendFreePs > startPs) {
                process.isSendPending = true;
                agenda.add(process.sendFreePs, event(TRY_SEND, process.rank, 0));
                return;
            }
            process.dequeue();
            int channel = traffic.channel(process.rank, process.peer(step));
            occupy(process, traffic.sendingPs(channel, process.bytes(step)));
            if (startPs > agenda.nowPs()) {
                process.isSendPending = true;
                agenda.add(startPs, event(LAUNCH, process.rank, step));
            } else {
                launch(process, step, channel);
            }
        }
    }

    private void launch(Process process, int step, int channel) {
        int peer = images.of(process.peer(step));
        ChannelCost cost = traffic.cost(channel);
        int receive = process(peer).match(images.sender(process.rank, process.peer(step)), channel);
        if (cost.isOffered(process.bytes(step))) {
            process.sendFreePs = VirtualTime.plus(agenda.nowPs(), cost.gapPs());
            offers.make(event(ANSWER, process.rank, step), event(ARRIVE, peer, receive));
            agenda.add(VirtualTime.plus(VirtualTime.plus(agenda.nowPs(), cost.sendPs()), cost.latencyPs()), event(OFFER, peer, receive));
        } else {
            inject(process, step, channel, agenda.nowPs(), event(ARRIVE, peer, receive));
            complete(process, step, VirtualTime.plus(agenda.nowPs(), traffic.sendingPs(channel, process.bytes(step))));
        }
    }

    /** The message goes through the port. */
    private void inject(Process process, int step, int channel, long atPs, long arrival) {
        ChannelCost cost = traffic.cost(channel);
        long leftPs = VirtualTime.plus(atPs, cost.sendPs());
        process.sendFreePs = VirtualTime.plus(VirtualTime.plus(atPs, cost.gapPs()), cost.streamPs(process.bytes(step)));
        agenda.add(traffic.carry(process.rank, process.peer(step), channel, process.bytes(step), leftPs), arrival);
    }

    /** A receive that has begun asks for what it was offered. */
    private void ask(Process process, int step, ChannelCost cost) {
        long answer = offers.take(event(ARRIVE, process.rank, step));
        agenda.add(VirtualTime.plus(occupy(process, cost.receivePs()), cost.answerPs()), answer);
    }

    private void sendAsked(Process process, int step) {
        long arrival = offers.answer(event(ANSWER, process.rank, step));
        int channel = traffic.channel(process.rank, process.peer(step));
        ChannelCost cost = traffic.cost(channel);
        long ps = traffic.sendingPs(channel, process.bytes(step));
        long startPs = Math.max(occupy(process, ps) - ps, process.sendFreePs);
        inject(process, step, channel, startPs, arrival);
        complete(process, step, VirtualTime.plus(VirtualTime.plus(startPs, cost.sendPs()), cost.streamPs(process.bytes(step))));
    }

    /** A message is at the port, which receives one after the other. */
    private void arrive(Process process, int step) {
        ChannelCost cost = traffic.cost(process.channel(step));
        long nowPs = agenda.nowPs();
        process.receiveFreePs = Math.max(nowPs, VirtualTime.plus(VirtualTime.plus(process.receiveFreePs, cost.gapPs()), cost.streamPs(process.bytes(step))));
        if (process.receiveFreePs > nowPs) {
            agenda.add(process.receiveFreePs, event(DELIVER, process.rank, step));
        } else {
            deliver(process, step);
        }
    }

    private void deliver(Process process, int step) {
        int channel = process.channel(step);
        if (traffic.cost(channel).isOffered(process.bytes(step))) {
            complete(process, step, occupy(process, traffic.receivingPs(channel, process.bytes(step))));
        } else {
            present(process, step);
        }
    }

    /** The message is there, or its offer. */
    private void present(Process process, int step) {
        process.arrived(step);
        if (process.hasEntered && process.isFree(step)) {
            take(process, step);
        }
    }

    private void take(Process process, int step) {
        int channel = process.channel(step);
        ChannelCost cost = traffic.cost(channel);
        if (cost.isOffered(process.bytes(step))) {
            ask(process, step, cost);
        } else {
            complete(process, step, occupy(process, traffic.receivingPs(channel, process.bytes(step))));
        }
    }

    /** What waits for the step goes on then; if nothing does, nothing needs to happen. */
    private void complete(Process process, int step, long atPs) {
        process.stepsLeft--;
        process.endPs = Math.max(process.endPs, atPs);
        if (process.structure.isAwaited(step) || process.structure.isWindowed()) {
            agenda.add(atPs, event(COMPLETE, process.rank, step));
        }
    }

    private void release(Process process, int step) {
        Structure structure = process.structure;
        for (int at = structure.firsts()[step]; at < structure.firsts()[step + 1]; at++) {
            if (structure.successors()[at] >= 0) {
                countDown(process, structure.successors()[at]);
            }
        }
        if (structure.isWindowed()) {
            process.retire(step);
            for (int entering = process.entering(); entering >= 0; entering = process.entering()) {
                countDown(process, entering);
            }
        }
    }

    private void countDown(Process process, int step) {
        if (process.countDown(step)) {
            begin(process, step);
        }
    }
}
