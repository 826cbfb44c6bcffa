package org.braid.boot.server;

import java.nio.ByteBuffer;
import org.braid.base.ErrorCode;
import org.braid.boot.hosts.HostMap;
import org.jspecify.annotations.Nullable;

/**
 * Answers to who asks on which hosts ranks are: a page at a time, of the same bound however many ranks there are.
 *
 * @param map null of a job on one host, whose ranks need not ask
 */
record MapPages(@Nullable HostMap map) {
    /** HOSTS */
    void tell(Session session, ByteBuffer in) {
        if (!session.fits(in, 8, 8)) {
            return;
        }
        int first = in.getInt();
        int count = in.getInt();
        if (map == null || first < 0 || first >= map.size() || count < 1) {
            session.refuse(ErrorCode.INPUT_OUT_OF_RANGE, "the hosts of " + count + " ranks from " + first + " are out of range");
            return;
        }
        byte[] page = map.page(first, count, RankProtocol.MAX_PAGE_BYTES);
        session.send(RankProtocol.frame(RankProtocol.HOST_PAGE, page.length).put(page));
    }
}
