package org.braid.link.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodExpression;
import org.braid.base.wire.MethodParameter;
import org.braid.link.spi.Compound;
import org.braid.link.spi.DeliveryClass;
import org.braid.link.spi.Device;
import org.braid.link.spi.DeviceEnd;
import org.braid.link.spi.DeviceHost;
import org.braid.link.spi.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DevicesTest {
    /** A device with a time and a flag: what it was opened with is kept. */
    private static final class Slow implements Device {
        final List<List<MethodParameter>> opened = new ArrayList<>();

        @Override
        public String name() {
            return "slow";
        }

        @Override
        public String description() {
            return "for tests";
        }

        @Override
        public List<Transport.Parameter> parameters() {
            return List.of(new Transport.Parameter("latency", "time", "1ms", "how long"), new Transport.Parameter("lossy", "true|false", "false", "whether frames are lost"));
        }

        @Override
        public void check(List<MethodParameter> parameters) {
            for (MethodParameter each : parameters) {
                if (each.key().equals("latency")) {
                    each.ns(0, 1_000_000_000);
                } else {
                    each.flag();
                }
            }
        }

        @Override
        public DeliveryClass delivers(List<MethodParameter> parameters) {
            return parameters.toString().contains("lossy=true") ? DeliveryClass.UNRELIABLE : DeliveryClass.ORDERED;
        }

        @Override
        public boolean damages(List<MethodParameter> parameters) {
            return parameters.toString().contains("latency=13ms");
        }

        @Override
        public DeviceEnd open(DeviceHost host, List<MethodParameter> parameters) {
            opened.add(parameters);
            return new Ends.Passing(host);
        }
    }

    private static final class Choosing implements Compound {
        @Override
        public String name() {
            return "failover";
        }

        @Override
        public String description() {
            return "for tests";
        }

        @Override
        public List<Transport.Parameter> parameters() {
            return List.of(new Transport.Parameter("after", "time", "1s", "when"));
        }

        @Override
        public void check(List<MethodParameter> parameters) {
            parameters.forEach(each -> each.ns(0, 1_000_000_000));
        }

        @Override
        public List<MethodExpression> order(List<Part> parts, List<MethodParameter> parameters, long nowNs) {
            return parts.stream().map(Part::method).toList();
        }
    }

    private static final class Guard implements Device {
        @Override
        public String name() {
            return "guard";
        }

        @Override
        public String description() {
            return "for tests";
        }

        @Override
        public List<Transport.Parameter> parameters() {
            return List.of();
        }

        @Override
        public boolean detectsDamage() {
            return true;
        }

        @Override
        public DeviceEnd open(DeviceHost host, List<MethodParameter> parameters) {
            return new Ends.Passing(host);
        }
    }

    private final Slow slow = new Slow();
    private final Devices devices = new Devices(List.of(slow, new Guard()), List.of(new Choosing()));

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            slwo+tcp                             | METHOD_UNKNOWN   | 1  | no device 'slwo'          | Did you mean 'slow'?
            guard+zstd+tcp                       | METHOD_UNKNOWN   | 7  | no device 'zstd'          | There are slow, guard
            failovr(shm, tcp)                    | METHOD_UNKNOWN   | 1  | no compound 'failovr'     | Did you mean 'failover'?
            guard+failover(shm, sloww+tcp)       | METHOD_UNKNOWN   | 21 | no device 'sloww'         | Did you mean 'slow'?
            guard+slow(latncy=1ms)+tcp           | METHOD_PARAMETER | 12 | no parameter 'latncy'     | Did you mean 'latency'?
            slow(lossy=false, size=1B)+tcp       | METHOD_PARAMETER | 19 | no parameter 'size'       | Use one of latency, lossy
            guard(1ms)+tcp                       | METHOD_PARAMETER | 7  | guard has no parameters   | Leave it out
            slow(lossy=false, latency=1h)+tcp    | METHOD_PARAMETER | 19 | latency=1h is not valid   | Use 0ns to 1s
            slow(1h)+tcp                         | METHOD_PARAMETER | 6  | latency=1h is not valid   | Use 0ns to 1s
            slow(1)+tcp                          | TIME_SYNTAX      | 6  | time '1' cannot be read   | Write a number and
            slow(1ms, latency=2ms)+tcp           | METHOD_PARAMETER | 11 | slow has latency=1ms already | Leave one out
            slow(lossy=ture)+tcp                 | METHOD_PARAMETER | 6  | lossy=ture is not valid   | Did you mean 'true'?
            slow(lossy=true)+tcp                 | CHAIN_REFUSED    | 1  | delivers UNRELIABLE       | Leave it out
            guard+failover(slow(13ms)+shm, tcp)  | CHAIN_REFUSED    | 16 | no device above it        | guard+slow(13ms)
            slow(13ms)+guard+tcp                 | CHAIN_REFUSED    | 1  | no device above it        | guard+slow(13ms)
            failover(shm, tcp, after=1)          | TIME_SYNTAX      | 20 | time '1' cannot be read   | Write a number and
            failover(shm, tcp, aftr=1s)          | METHOD_PARAMETER | 20 | no parameter 'aftr'       | Did you mean 'after'?
            """)
    void whatIsWrongWithAMethodIsPointedAtByItsCharacter(String method, ErrorCode code, int character, String why, String whatToDo) {
        BraidException refused = assertThrows(BraidException.class, () -> devices.check(MethodExpression.parse(method), DeliveryClass.ORDERED));
        assertEquals(code, refused.code(), refused::getMessage);
        assertEquals("method '" + method + "' cannot be used, see its character " + character, refused.what());
        assertTrue(refused.why().contains(why), refused::why);
        assertTrue(refused.whatToDo().startsWith(whatToDo) || refused.whatToDo().contains(whatToDo), refused::whatToDo);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tcp
            nothing-that-is-known
            slow+tcp
            slow(1ms)+anything(of=its-own)
            guard+slow(13ms)+tcp
            failover(slow(1ms, lossy=false)+shm, guard+failover(a, b), after=1s)
            """)
    void whatIsSoundIsSoundWhateverItsTransports(String method) {
        devices.check(MethodExpression.parse(method), DeliveryClass.ORDERED);
    }

    @Test
    void aDeviceMayLoseFramesWhereTheStreamAllowsIt() {
        devices.check(MethodExpression.parse("slow(lossy=true)+udp"), DeliveryClass.UNRELIABLE);
        BraidException refused = assertThrows(BraidException.class, () -> devices.check(MethodExpression.parse("slow(lossy=true)+udp"), DeliveryClass.UNORDERED));
        assertEquals(ErrorCode.CHAIN_REFUSED, refused.code());
    }

    @Test
    void bothEndsGetTheSameParametersAllWithTheirNames() {
        ChainText text = ChainText.parse("slow(5ms, lossy=false)+log");
        devices.sending(text, new LoggedLane(), 0, new Place());
        devices.receiving(text, new Arrivals(), new Place());
        assertEquals("[[latency=5ms, lossy=false], [latency=5ms, lossy=false]]", slow.opened.toString());
    }

    @Test
    void aDeviceKnowsItsNeighbours() {
        List<DeviceHost> hosts = new ArrayList<>();
        Chains chains = new Chains().marked('a').with("middle", host -> {
            hosts.add(host);
            return new Ends.Passing(host);
        }).marked('b');
        chains.sending();
        chains.receiving();
        for (DeviceHost host : hosts) {
            assertEquals(List.of("a", "middle", "b", "log"), host.chain());
            assertEquals(1, host.position());
            assertEquals(chains.place.self(), host.self());
            assertEquals(chains.place.peer(), host.peer());
            assertEquals(DeliveryClass.ORDERED, host.delivery());
            assertSame(host.shared(StringBuilder.class, StringBuilder::new), host.shared(StringBuilder.class, StringBuilder::new));
        }
        assertTrue(hosts.get(0).isSending() && !hosts.get(1).isSending());
        assertEquals((1 << 16) - 1, hosts.get(0).frameBytesBelow());
    }

    @Test
    void devicesThatWereOpenedAreClosedWhenAnotherOneCannotBe() {
        int[] closed = new int[1];
        for (RuntimeException why : new RuntimeException[] {new BraidException(ErrorCode.METHOD_PARAMETER, "a", "b", "c"), new ArithmeticException("by zero")}) {
            Chains chains = new Chains();
            for (String name : List.of("upper", "lower")) {
                chains.with(name, host -> new DeviceEnd(host) {
                    @Override
                    public void close() {
                        closed[0]++;
                        throw new IllegalStateException("close");
                    }
                });
                if (name.equals("upper")) {
                    chains.with("broken", host -> {
                        throw why;
                    });
                }
            }
            BraidException sending = assertThrows(BraidException.class, chains::sending);
            BraidException receiving = assertThrows(BraidException.class, chains::receiving);
            ErrorCode code = why instanceof BraidException known ? known.code() : ErrorCode.DEVICE_FAILED;
            assertEquals(List.of(code, code), List.of(sending.code(), receiving.code()));
            assertTrue(why instanceof BraidException || sending.why().equals("broken threw " + why), sending::why);
        }
        assertEquals(4, closed[0]);
    }

    @Test
    void compoundsAreFoundByName() {
        assertEquals("failover", devices.compound("failover").name());
        BraidException none = assertThrows(BraidException.class, () -> devices.compound("failower"));
        assertEquals(ErrorCode.METHOD_UNKNOWN, none.code());
        assertEquals("Did you mean 'failover'?", none.whatToDo());
    }

    @Test
    void whatCannotBeLoadedIsLeftOutAndNamedWhenSomethingIsMissing() {
        Installed<Device> installed = new Installed<>(Device.class, Device::name, Device.class.getClassLoader()); // this module's tests name one that cannot be made
        assertEquals(List.of("whole"), installed.names());
        assertTrue(installed.brokenOnes().contains("BrokenDevice"), installed::brokenOnes);
    }
}
