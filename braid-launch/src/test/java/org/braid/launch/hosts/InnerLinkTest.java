package org.braid.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** What is said about several jobs on one connection. */
class InnerLinkTest {
    private static final int CODE = 137;

    private final ToldLink outer = new ToldLink("10.0.0.2");
    private final InnerLinks all = new InnerLinks(outer);
    private final StringBuilder heard = new StringBuilder();

    private void start(InnerLink link, String name) {
        link.start(new PeerLink.Listener() {
            @Override
            public void heard(int kind, ByteBuffer payload) {
                heard.append(name).append(" heard ").append(kind).append(' ').append(payload.getInt()).append('\n');
            }

            @Override
            public void ended(String why) {
                heard.append(name).append(" ended ").append(why).append('\n');
            }
        }, name);
    }

    /** The payload of a frame that was told, as it comes at the other end. */
    private ByteBuffer payload(int index) {
        ByteBuffer frame = outer.told.get(index);
        return frame.slice(HostProtocol.HEAD, frame.capacity() - HostProtocol.HEAD).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void eachHearsWhatIsSaidAboutItsJobAndNothingAfterThatIsOver() throws Exception {
        InnerLink one = all.open(1);
        InnerLink two = all.open(2);
        start(one, "one");
        start(two, "two");
        two.send(HostProtocol.frame(HostProtocol.EXITED, 4).putInt(CODE).array());
        one.sendPatiently(HostProtocol.frame(HostProtocol.AWAITED, 4).putInt(5).array());
        assertEquals("11/5 11/88", outer.kinds());
        all.heard(payload(0));
        all.heard(payload(1));
        assertEquals("two heard 5 137\none heard 136 5\n", heard.toString());
        all.close(2);
        all.heard(payload(0));
        assertEquals("two heard 5 137\none heard 136 5\n", heard.toString());
    }

    @Test
    void theEndOfTheConnectionIsThatOfEachOnceOfThoseThatComeLaterToo() {
        start(all.open(1), "one");
        InnerLink two = all.open(2);
        all.ended("it is gone");
        all.ended("again");
        start(two, "two");
        start(all.open(3), "three");
        assertEquals("one ended it is gone\ntwo ended it is gone\nthree ended it is gone\n", heard.toString());
    }

    @Test
    void aFrameThatIsNotAsLongAsItSaysEndsTheConnection() throws Exception {
        start(all.open(1), "one");
        all.heard(ByteBuffer.wrap(new byte[] {1, 0, 0, 0, 5, 9, 0, 0, 0, 0}).order(ByteOrder.LITTLE_ENDIAN));
        assertNotNull(outer.closed);
        assertEquals("", heard.toString());
    }
}
