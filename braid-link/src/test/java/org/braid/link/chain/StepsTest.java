package org.braid.link.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.braid.link.spi.Alert;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Frame;
import org.braid.link.spi.IoRequest;
import org.braid.link.spi.Lane;
import org.junit.jupiter.api.Test;

/** A device is shown the frames of those ways that it overrides a method of, every one, and no others: all chains of up to three devices. */
class StepsTest {
    private static final int MOST_DEVICES = 3;
    private static final List<String> PAYLOADS = List.of("", "1", "twenty-two");

    private final List<String> looks = new ArrayList<>();

    private enum Looks {
        NOWHERE(host -> new DeviceEnd(host) {}, false, false),
        DOWN(Down::new, true, false),
        UP(Up::new, false, true),
        UNDOES(Undo::new, false, true),
        INHERITS(host -> new Down(host) {}, true, false),
        MARKS(host -> new Ends.Marking(host, 'm'), true, true);

        final Function<DeviceHost, DeviceEnd> end;
        final boolean down;
        final boolean up;

        Looks(Function<DeviceHost, DeviceEnd> end, boolean down, boolean up) {
            this.end = end;
            this.down = down;
            this.up = up;
        }
    }

    private static class Down extends DeviceEnd {
        Down(DeviceHost host) {
            super(host);
        }

        @Override
        public int down(IoRequest request) {
            seen(host, request.frame());
            return host.below(request);
        }
    }

    private static final class Up extends DeviceEnd {
        Up(DeviceHost host) {
            super(host);
        }

        @Override
        public void up(Frame frame) {
            seen(host, frame);
            host.above(frame);
        }
    }

    private static final class Undo extends DeviceEnd {
        Undo(DeviceHost host) {
            super(host);
        }

        @Override
        public Frame undo(Frame frame) {
            seen(host, frame);
            return frame;
        }
    }

    /** What a device of these has seen is kept where its chain keeps what devices share. */
    private static void seen(DeviceHost host, Frame frame) {
        host.shared(Seen.class, Seen::new).frames.add(host.position() + " " + frame.length());
    }

    private static final class Seen {
        final List<String> frames = new ArrayList<>();
    }

    @Test
    void everyDeviceSeesWhatItLooksAtAndTheStreamGetsWhatWasSent() {
        int tried = 0;
        for (int devices = 1; devices <= MOST_DEVICES; devices++) {
            for (int number = 0; number < Math.pow(Looks.values().length, devices); number++) {
                List<Looks> kinds = kinds(number, devices);
                carry(kinds);
                tried++;
            }
        }
        assertEquals(6 + 36 + 216, tried);
    }

    private static List<Looks> kinds(int number, int devices) {
        List<Looks> kinds = new ArrayList<>();
        for (int i = 0, rest = number; i < devices; i++, rest /= Looks.values().length) {
            kinds.add(Looks.values()[rest % Looks.values().length]);
        }
        return kinds;
    }

    private void carry(List<Looks> kinds) {
        Chains chains = chains(kinds);
        SendingChain sending = chains.sending();
        ReceivingChain receiving = chains.receiving();
        looks.clear();
        for (String each : PAYLOADS) {
            assertEquals(Lane.TAKEN, Chains.send(sending, each));
            chains.lane.bring(chains.lane.frames.size() - 1, receiving);
            expectLooks(kinds, each.length());
        }
        assertEquals(PAYLOADS, chains.arrivals.texts(), kinds::toString);
        assertEquals(looks, chains.place.shared(Seen.class, Seen::new).frames, kinds::toString);
        assertEquals(PAYLOADS.size(), receiving.delivered(), kinds::toString);
        assertEquals(PAYLOADS.size(), sending.takenFrames(), kinds::toString);
        assertNull(receiving.refusal());
        chains.handBack(sending, 1);
        assertEquals(PAYLOADS.subList(1, PAYLOADS.size()), chains.returnedTexts(), kinds::toString);
    }

    private static Chains chains(List<Looks> kinds) {
        Chains chains = new Chains();
        for (int i = 0; i < kinds.size(); i++) {
            chains.with("d" + i, kinds.get(i).end);
        }
        return chains;
    }

    /** Of one frame: from the top to the lane, and back. Each that marks makes it longer for those below. */
    private void expectLooks(List<Looks> kinds, int payloadBytes) {
        int length = payloadBytes;
        for (int i = 0; i < kinds.size(); i++) {
            if (kinds.get(i) == Looks.MARKS) {
                length++;
            } else if (kinds.get(i).down) {
                looks.add(i + " " + length);
            }
        }
        for (int i = kinds.size() - 1; i >= 0; i--) {
            if (kinds.get(i) == Looks.MARKS) {
                length--;
            } else if (kinds.get(i).up) {
                looks.add(i + " " + length);
            }
        }
    }

    @Test
    void aDeviceThatLooksAtNothingIsAskedToUndoNothingAndStillHearsNews() {
        List<String> heard = new ArrayList<>();
        Chains chains = new Chains()
                .with("hears", host -> new DeviceEnd(host) {
                    @Override
                    public void alert(Alert alert) {
                        heard.add(alert.text());
                        host.pass(alert);
                    }
                })
                .with("says", host -> new DeviceEnd(host) {
                    @Override
                    public boolean pending() {
                        return true;
                    }

                    @Override
                    public int poll(long nowNs) {
                        host.alert(Alert.Severity.FAILURE, "it is over");
                        return 0;
                    }
                });
        SendingChain sending = chains.sending();
        assertEquals(Lane.TAKEN, Chains.send(sending, "before"));
        sending.poll(0);
        assertEquals(List.of("it is over"), heard);
        assertEquals(Lane.CLOSED, Chains.send(sending, "behind"));
        ReceivingChain receiving = chains.receiving();
        chains.lane.bring(0, receiving);
        receiving.poll(0);
        chains.lane.bring(0, receiving);
        assertEquals(List.of("before"), chains.arrivals.texts());
        assertEquals("says of hears+says+log: it is over", receiving.refusal());
    }
}
