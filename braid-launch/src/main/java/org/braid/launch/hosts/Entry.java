package org.braid.launch.hosts;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.boot.hosts.CoreLayout;
import org.braid.boot.hosts.HostIdentity;

/**
 * What a join says of itself: on which host it is, and which ranks it wants to bring.
 *
 * @param host its identity; processes with equal ones can share memory
 * @param launcherPid the join's own process, as its host counts
 * @param cores that ranks of this host may use
 * @param ranksPerProcess of how many of the ranks that it brings, lowest first, each process holds threads; the last one maybe fewer
 * @param wanted ranks, or {@link HostProtocol#ANY} for each that may be any
 * @param name of the host, for people
 * @param site that the host is at, "" if nobody has named it
 * @param cluster that it is in there, "" if nobody has named it
 * @param layout of the cores that its ranks get shares of
 */
record Entry(HostIdentity host, long launcherPid, int cores, int ranksPerProcess, List<Integer> wanted, String name, String site, String cluster, CoreLayout layout) {
    private static final int MOST_WANTED = 4096;
    private static final int LONGEST_NAME_BYTES = 255;
    private static final int HEAD = 16 + 8 + 4 + 4 + 4;

    byte[] frame() {
        byte[][] texts = {utf8(site), utf8(cluster), utf8(name)};
        ByteBuffer out = HostProtocol.frame(HostProtocol.ENTER, HEAD + 4 * wanted.size() + texts.length + texts[0].length + texts[1].length + texts[2].length + layout.bytes());
        out.putLong(host.high()).putLong(host.low()).putLong(launcherPid).putInt(cores).putInt(ranksPerProcess).putInt(wanted.size());
        wanted.forEach(out::putInt);
        for (byte[] text : texts) {
            out.put((byte) text.length).put(text);
        }
        layout.put(out);
        return out.array();
    }

    private static byte[] utf8(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Arrays.copyOf(bytes, Math.min(bytes.length, LONGEST_NAME_BYTES));
    }

    /** @throws BraidException if it cannot be meant */
    static Entry read(ByteBuffer in) {
        if (in.remaining() < HEAD) {
            throw refused("it has " + in.remaining() + " bytes");
        }
        HostIdentity host = new HostIdentity(in.getLong(), in.getLong());
        long pid = in.getLong();
        int cores = in.getInt();
        int each = in.getInt();
        int count = in.getInt();
        if (pid < 1 || cores < 1 || each < 1 || each > count || count > MOST_WANTED || in.remaining() < 4 * count) {
            throw refused("process " + pid + ", " + cores + " cores, " + count + " ranks, " + each + " in a process");
        }
        List<Integer> wanted = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            wanted.add(in.getInt());
        }
        String site = text(in);
        String cluster = text(in);
        String name = text(in);
        CoreLayout layout = layout(in);
        if (in.hasRemaining()) {
            throw refused(in.remaining() + " bytes follow it");
        }
        return new Entry(host, pid, cores, each, wanted, name.isEmpty() ? "?" : name, site, cluster, layout);
    }

    /** How many processes hold so many ranks that it brings. */
    int processes(int ranks) {
        return Math.ceilDiv(ranks, ranksPerProcess);
    }

    private static CoreLayout layout(ByteBuffer in) {
        try {
            return CoreLayout.read(in);
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private static String text(ByteBuffer in) {
        int length = in.hasRemaining() ? in.get() & 0xff : Integer.MAX_VALUE;
        if (length > in.remaining()) {
            throw refused("it ends inside of a name");
        }
        ByteBuffer text = in.slice(in.position(), length);
        in.position(in.position() + length);
        return printable(HostProtocol.text(text));
    }

    /** Whether both name the same place, as far as they name one. */
    boolean isWhere(Entry other) {
        return agree(site, other.site) && agree(cluster, other.cluster);
    }

    private static boolean agree(String one, String other) {
        return one.isEmpty() || other.isEmpty() || one.equals(other);
    }

    /** For people: site and cluster, as far as it names them. */
    String place() {
        String there = site.isEmpty() ? "" : "site '" + site + "'";
        return cluster.isEmpty() ? there : there + (there.isEmpty() ? "" : ", ") + "cluster '" + cluster + "'";
    }

    /** Names of hosts are printed: nothing in them moves a terminal's cursor. */
    private static String printable(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(each -> shown.appendCodePoint(Character.isISOControl(each) || Character.getType(each) == Character.FORMAT ? '?' : each));
        return shown.toString();
    }

    private static BraidException refused(String why) {
        return new BraidException(ErrorCode.INPUT_OUT_OF_RANGE, "a join's entry cannot be read", why, "Use the same installation of Braid on all hosts");
    }
}
