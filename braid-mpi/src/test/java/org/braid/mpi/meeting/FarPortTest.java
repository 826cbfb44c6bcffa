package org.braid.mpi.meeting;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.braid.boot.ticket.JobAddress;
import org.braid.boot.ticket.Secret;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ports that other hosts reach: who has the name gets in, and nobody else, whatever he says. */
class FarPortTest {
    private static final int NONCE_AND_PROOF_BYTES = 64;

    private final Ports ports = new Ports();
    private final FarName name = assertInstanceOf(FarName.class, ports.openFar());

    @AfterEach
    void close() {
        ports.closeAll();
    }

    @Test
    void whoHasTheNameIsAcceptedAndBothTalk() throws Exception {
        assertTrue(name.text().length() <= PortName.MAX_LENGTH, name::text);
        meet();
    }

    private void meet() throws Exception {
        PortName passedOn = PortName.parse(name.text());
        CompletableFuture<long[]> heard = CompletableFuture.supplyAsync(() -> said(passedOn));
        try (Talk accepted = ports.accept(passedOn)) {
            accepted.greet(1);
            assertArrayEquals(new long[] {1, 2}, accepted.swap(new long[] {3}));
        }
        assertArrayEquals(new long[] {3}, heard.get());
    }

    private long[] said(PortName to) {
        try (Talk called = ports.connect(to)) {
            called.greet(1);
            return called.swap(new long[] {1, 2});
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whoHasAnotherCapabilityIsToldThatThePortHasEndedTheConnectionAndTheNextCallerIsServed() throws Exception {
        PortName wrong = new FarName(new JobAddress(name.address().hosts(), name.address().port(), Secret.random()));
        MpiFailure told = assertThrows(MpiFailure.class, () -> ports.connect(wrong));
        assertEquals(ErrorClass.PORT, told.errorClass());
        assertTrue(told.getMessage().contains("tried: " + name.address().hosts().getFirst() + " ("), told.getMessage());
        meet();
    }

    @Test
    void strangersThatAreSilentSayNonsenseOrGoKeepNobodyOut() throws Exception {
        try (Socket silent = stranger(); Socket nonsense = stranger()) {
            nonsense.getOutputStream().write(new byte[NONCE_AND_PROOF_BYTES]);
            stranger().close();
            meet();
            assertEquals(32, nonsense.getInputStream().readAllBytes().length, "a nonce, and no word behind it");
            assertTrue(silent.isConnected());
        }
    }

    private Socket stranger() throws IOException {
        return new Socket(name.address().hosts().getFirst(), name.address().port());
    }

    @Test
    void whoGoesAfterItWasLetInIsMissedByWhoAcceptsIt() throws Exception {
        ports.connect(name).close();
        try (Talk accepted = ports.accept(name)) {
            assertThrows(IOException.class, () -> accepted.greet(1));
        }
        meet();
    }

    @Test
    void anAlteredNameIsNone() {
        String text = name.text();
        for (String altered : List.of(text.substring(0, text.length() - 1), text + "x", text.replace("braid:2:", "braid:3:"), text.replace("/", ":"))) {
            assertEquals(ErrorClass.PORT, assertThrows(MpiFailure.class, () -> PortName.parse(altered)).errorClass(), altered);
        }
    }

    @Test
    void whoAcceptsAtAPortThatIsGivenUpIsToldWhyAndNobodyReachesIt() throws Exception {
        CompletableFuture<MpiFailure> told = CompletableFuture.supplyAsync(() -> assertThrows(MpiFailure.class, () -> ports.accept(name)));
        ports.giveUp(name, "nobody comes");
        assertTrue(told.get().getMessage().contains("nobody comes") || told.get().getMessage().contains("no open port"), told.get().getMessage());
        assertEquals(ErrorClass.PORT, assertThrows(MpiFailure.class, () -> ports.connect(name)).errorClass());
    }
}
