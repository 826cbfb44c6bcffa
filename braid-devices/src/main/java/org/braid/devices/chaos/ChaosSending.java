package org.braid.devices.chaos;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Consumer;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Frame;
import org.braid.link.spi.IoRequest;
import org.braid.link.spi.Lane;
import org.braid.link.spi.LaneCounter;

/** Kills the lane behind a frame, and stalls it there: then frames wait here, a few, and those behind them are told FULL. Chance has its say once a frame has gone, so that one that is offered again is no new one. */
final class ChaosSending extends DeviceEnd {
    static final int MOST_WAITING = 64;

    private final long stallNs;
    private final Dice dice;
    private final ArrayDeque<IoRequest> waiting = new ArrayDeque<>();
    private boolean stalled;
    private long untilNs;

    ChaosSending(DeviceHost host, ChaosRates rates, Dice dice) {
        super(host);
        this.stallNs = rates.stallNs();
        this.dice = dice;
    }

    @Override
    public int down(IoRequest request) {
        if (isStalled()) {
            return kept(request);
        }
        int answer = host.below(request);
        if (answer >= Lane.TAKEN) {
            passed();
        }
        return answer;
    }

    private boolean isStalled() {
        stalled &= !waiting.isEmpty() || host.nowNs() - untilNs < 0;
        return stalled;
    }

    private int kept(IoRequest request) {
        if (waiting.size() == MOST_WAITING) {
            return Lane.FULL;
        }
        request.keep();
        waiting.add(request);
        return Lane.PENDING;
    }

    private void passed() {
        dice.frame();
        if (dice.falls(Fault.STALL)) {
            stalled = true;
            untilNs = host.nowNs() + stallNs;
            dice.happened(Fault.STALL, "stalls the lane for " + stallNs + " ns");
        }
        if (dice.falls(Fault.KILL)) {
            dice.happened(Fault.KILL, "kills the lane");
        }
    }

    @Override
    public int poll(long nowNs) {
        int moved = 0;
        while (!waiting.isEmpty() && nowNs - untilNs >= 0) {
            IoRequest first = waiting.element();
            int answer = host.below(first);
            if (answer < Lane.TAKEN) {
                break;
            }
            waiting.remove();
            if (answer == Lane.TAKEN) {
                host.completed(first);
            }
            passed();
            moved++;
        }
        return moved;
    }

    @Override
    public boolean pending() {
        return !waiting.isEmpty();
    }

    @Override
    public long dueNs() {
        return waiting.isEmpty() ? Long.MAX_VALUE : untilNs;
    }

    @Override
    public void giveUp(Consumer<Frame> above) {
        while (!waiting.isEmpty()) {
            above.accept(waiting.remove().frame());
        }
    }

    @Override
    public List<LaneCounter> counters() {
        return dice.counters();
    }
}
