package org.braid.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.braid.link.dispatch.Endpoint;
import org.braid.link.dispatch.Handler;
import org.braid.link.dispatch.Payload;
import org.braid.link.progress.Notices;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What nobody should have to ask for is told at once, and not over and over. */
class WarningsTest {
    private static final int MAILBOX = 5;
    private static final int MANY = 100;

    private final ContextPair pair = new ContextPair();
    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void listen() {
        pair.b.onWarning(told::add);
        pair.b.newEndpoint(MAILBOX, null);
    }

    @AfterEach
    void close() {
        pair.close();
    }

    private void send(String handler, int endpoint) {
        int id = pair.a.register(handler, (to, a0, a1, a2, a3, payload) -> {});
        Startpoint there = pair.a.startpointTo(pair.b.id(), endpoint);
        for (int i = 0; i < MANY; i++) {
            there.send(id, i, 0, 0, 0, null, 0, 0);
        }
        for (int quiet = 0; quiet < 3; quiet++) {
            for (Context context : pair.both()) {
                ContextPair.inside(context, () -> {
                    while (context.progress().poll() > 0) {
                        // There is more.
                    }
                });
            }
        }
    }

    @Test
    void aHandlerThatThrowsTheSameEachTimeIsNamedOnce() {
        pair.b.register("test.throws", (to, a0, a1, a2, a3, payload) -> {
            throw new IllegalStateException("on purpose");
        });
        send("test.throws", MAILBOX);
        assertEquals(List.of("Handler 'test.throws' threw java.lang.IllegalStateException: on purpose"), told);
    }

    @Test
    void aMessageToAnEndpointThatWasClosedIsAWarningWhereItArrivesAndANoticeAtItsSender() {
        List<String> warnings = new ArrayList<>();
        pair.a.onWarning(warnings::add);
        pair.b.newEndpoint(MAILBOX + 1, null).close();
        pair.b.register("test.late", (to, a0, a1, a2, a3, payload) -> {});
        send("test.late", MAILBOX + 1);
        assertEquals(List.of("A message from " + pair.a.id() + " was refused: endpoint 6 is not known here"), told);
        assertEquals(List.of(), warnings);
        assertEquals(Collections.nCopies(MANY, "Context " + pair.b.id() + " refused a message: it knows no endpoint 6"), pair.a.notices());
    }

    @Test
    void whoeverTellsTheUserOfWhatNobodyListensToTakesNothingFromAListener() {
        List<String> user = new ArrayList<>();
        pair.b.onWarningUnlessHeard(user::add);
        send("test.unknown", MAILBOX + 1);
        assertEquals(List.of(), user);
        assertEquals(1, told.size());
        pair.a.onWarningUnlessHeard(user::add);
        int id = pair.b.register("test.back", (to, a0, a1, a2, a3, payload) -> {});
        pair.b.startpointTo(pair.a.id(), MAILBOX).send(id, 0, 0, 0, 0, null, 0, 0);
        for (int turn = 0; turn < 3; turn++) {
            pair.both().forEach(each -> ContextPair.inside(each, each.progress()::poll));
        }
        assertEquals(1, user.size());
    }

    @Test
    void aHandlerThatThrowsSomethingElseEachTimeIsNamedABoundedNumberOfTimes() {
        pair.b.register("test.throws", (to, a0, a1, a2, a3, payload) -> {
            throw new IllegalStateException("number " + a0);
        });
        send("test.throws", MAILBOX);
        assertEquals(Notices.MOST_WARNINGS, told.size());
        assertEquals(MANY, pair.b.notices().size());
    }

    @Test
    void aMessageThatIsRefusedIsToldWhereItWasRefused() {
        pair.b.register("test.hello", (to, a0, a1, a2, a3, payload) -> {});
        send("test.hello", MAILBOX + 1);
        assertEquals(List.of("A message from " + pair.a.id() + " was refused: endpoint 6 is not known here"), told);
    }

    @Test
    void whatMayComeTooLateIsRefusedInSilenceAndWhateverElseItsHandlerGetsIsNot() {
        pair.b.register("test.late", new Handler() {
            @Override
            public void handle(Endpoint to, int a0, int a1, int a2, int a3, Payload payload) {}

            @Override
            public boolean mayComeTooLate(int a0, int a1, int a2, int a3) {
                return a0 != MANY / 2;
            }
        });
        send("test.late", MAILBOX + 1);
        assertEquals(List.of("A message from " + pair.a.id() + " was refused: endpoint 6 is not known here"), pair.b.notices());
    }
}
