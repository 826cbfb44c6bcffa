package org.braid.base.wire;

import java.util.Arrays;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.text.Text;

/**
 * What another context needs to reach this one by one method (Nexus section 3.1, Table 2): an address, a segment's name, a queue.
 * Typically three to five words. Only the method's transport knows what the body means.
 *
 * @param method the method's name, with its interface if it has several: {@code shm}, {@code tcp}, {@code tcp@eth0}
 * @param body up to {@link Limits#MAX_DESCRIPTOR_BODY} bytes; never changed once it is in here
 */
public record Descriptor(String method, byte[] body) {

    public Descriptor {
        if (!isMethod(method)) throw refused("method name '" + Text.shown(method) + "'", "it is not a name like tcp or tcp@eth0");
        if (body.length > Limits.MAX_DESCRIPTOR_BODY)
            throw refused(method + " with " + body.length + " bytes", "a body has at most " + Limits.MAX_DESCRIPTOR_BODY);
        body = body.clone();
    }

    /** A copy. */
    @Override
    public byte[] body() {
        return body.clone();
    }

    /** Takes the body apart. */
    GetBuffer reader() {
        return new GetBuffer(body);
    }

    /** The method without its interface. */
    String transport() {
        int at = method.indexOf('@');
        return at < 0 ? method : method.substring(0, at);
    }

    /** Bytes in a table: two counts, the name, the body. */
    int tableBytes() {
        return 1 + method.length() + 2 + body.length;
    }

    void put(PutBuffer to) {
        to.putByte(method.length());
        for (int i = 0; i < method.length(); i++) to.putByte(method.charAt(i));
        to.putShort(body.length).putRaw(body, 0, body.length);
    }

    static Descriptor get(GetBuffer from) {
        String method = from.getRawString(from.getUnsignedByte());
        int bodyBytes = from.getUnsignedShort();
        if (bodyBytes > Limits.MAX_DESCRIPTOR_BODY)
            throw refused(Text.shown(method) + " with " + bodyBytes + " bytes", "a body has at most " + Limits.MAX_DESCRIPTOR_BODY);
        return new Descriptor(method, from.raw(bodyBytes));
    }

    // Written out: a record's own methods compare arrays by identity, and are linked by method handles at their first call.

    @Override
    public boolean equals(Object other) {
        return other instanceof Descriptor d && method.equals(d.method) && Arrays.equals(body, d.body);
    }

    @Override
    public int hashCode() {
        return method.hashCode() * 31 + Arrays.hashCode(body);
    }

    @Override
    public String toString() {
        return method + " (" + body.length + " bytes)";
    }

    private static boolean isMethod(String method) {
        int at = method.indexOf('@');
        if (at < 0) return MethodWords.isWord(method);
        return MethodWords.isWord(method.substring(0, at)) && MethodWords.isInterface(method.substring(at + 1));
    }

    private static BraidException refused(String what, String why) {
        return new BraidException(ErrorCode.TABLE_REFUSED, "descriptor of ".concat(what), why, "Close the lane on which it came");
    }
}
