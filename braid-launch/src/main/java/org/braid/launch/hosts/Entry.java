package org.braid.launch.hosts;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;

/**
 * What a join says of itself: on which host it is, and which ranks it wants to bring.
 *
 * @param host its identity; processes with equal ones can share memory
 * @param launcherPid the join's own process, as its host counts
 * @param cores that ranks of this host may use
 * @param wanted ranks, or {@link HostProtocol#ANY} for each that may be any
 * @param name of the host, for people
 */
record Entry(HostIdentity host, long launcherPid, int cores, List<Integer> wanted, String name) {
    private static final int MOST_WANTED = 4096;
    private static final int LONGEST_NAME_BYTES = 255;
    private static final int HEAD = 16 + 8 + 4 + 4;

    byte[] frame() {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, LONGEST_NAME_BYTES);
        ByteBuffer out = HostProtocol.frame(HostProtocol.ENTER, HEAD + 4 * wanted.size() + length);
        out.putLong(host.high()).putLong(host.low()).putLong(launcherPid).putInt(cores).putInt(wanted.size());
        wanted.forEach(out::putInt);
        return out.put(text, 0, length).array();
    }

    /** @throws BraidException if it cannot be meant */
    static Entry read(ByteBuffer in) {
        if (in.remaining() < HEAD) {
            throw refused("it has " + in.remaining() + " bytes");
        }
        HostIdentity host = new HostIdentity(in.getLong(), in.getLong());
        long pid = in.getLong();
        int cores = in.getInt();
        int count = in.getInt();
        if (pid < 1 || cores < 1 || count < 1 || count > MOST_WANTED || in.remaining() < 4 * count || in.remaining() - 4 * count > LONGEST_NAME_BYTES) {
            throw refused("process " + pid + ", " + cores + " cores, " + count + " ranks");
        }
        List<Integer> wanted = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            wanted.add(in.getInt());
        }
        return new Entry(host, pid, cores, wanted, printable(HostProtocol.text(in)));
    }

    /** Names of hosts are printed: nothing in them moves a terminal's cursor. */
    private static String printable(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(each -> shown.appendCodePoint(Character.isISOControl(each) || Character.getType(each) == Character.FORMAT ? '?' : each));
        return shown.isEmpty() ? "?" : shown.toString();
    }

    private static BraidException refused(String why) {
        return new BraidException(ErrorCode.INPUT_OUT_OF_RANGE, "a join's entry cannot be read", why, "Use the same installation of Braid on all hosts");
    }
}
