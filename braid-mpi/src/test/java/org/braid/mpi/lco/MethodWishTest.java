package org.braid.mpi.lco;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.braid.base.wire.MethodExpression;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a program wants of a communicator's methods, put together from its attributes. */
class MethodWishTest {
    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "tcp; tcp(sndbuf=64KiB, rcvbuf=64KiB)",
        "tls@eth0(nodelay=false); tls@eth0(nodelay=false, sndbuf=64KiB, rcvbuf=64KiB)",
        "tcp(sndbuf=1MiB); tcp(sndbuf=1MiB, rcvbuf=64KiB)",
        "tcp(rcvbuf=1MiB, sndbuf=2MiB); tcp(rcvbuf=1MiB, sndbuf=2MiB)",
        "shm(max=64KiB), tcp; shm(max=64KiB), tcp(sndbuf=64KiB, rcvbuf=64KiB)",
        "lz4+tcp, unix, auto; lz4+tcp(sndbuf=64KiB, rcvbuf=64KiB), unix, auto",
        "pass+failover(stripe(tcp, shm), tls); pass+failover(stripe(tcp(sndbuf=64KiB, rcvbuf=64KiB), shm), tls(sndbuf=64KiB, rcvbuf=64KiB))"
    })
    void buffersGoToEveryTcpAndTlsThatSaysNothingOfItsOwn(String order, String buffered) {
        MethodWish wish = MethodWish.NONE.by(MethodExpression.parseOrder(order)).withTcpBuffers(64 << 10);
        assertEquals(buffered, MethodExpression.printOrder(wish.buffered(wish.order())));
        assertEquals(order, MethodExpression.printOrder(wish.withTcpBuffers(0).by(wish.order()).order()));
    }
}
