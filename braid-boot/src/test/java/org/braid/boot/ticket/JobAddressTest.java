package org.braid.boot.ticket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.junit.jupiter.api.Test;

class JobAddressTest {
    private final JobAddress ticket = new JobAddress(List.of("10.77.0.1", "fd00::1", "a.example"), 4711, Secret.random());

    private static BraidException refused(String text) {
        BraidException refusal = assertThrows(BraidException.class, () -> JobAddress.parse(text));
        assertEquals(ErrorCode.TICKET_INVALID, refusal.code());
        return refusal;
    }

    @Test
    void whatIsPrintedIsReadAgain() {
        JobAddress read = JobAddress.parse(" " + ticket.text() + "\n");
        assertEquals(ticket.hosts(), read.hosts());
        assertEquals(4711, read.port());
        assertTrue(read.secret().matches(ticket.secret().toBytes(), 0, Secret.BYTES));
    }

    @Test
    void itIsOneWordThatEveryShellLeavesAlone() {
        assertTrue(ticket.text().matches("[A-Za-z0-9_./,:-]+"), ticket.text());
    }

    @Test
    void hostsMayBeEditedByHand() {
        String key = ticket.text().substring(ticket.text().lastIndexOf('/'));
        assertEquals(List.of("gate.example"), JobAddress.parse("gate.example/80" + key).hosts());
    }

    @Test
    void everyAlteredOrCutLetterOfTheKeyIsNoticed() {
        String text = ticket.text();
        for (int at = text.lastIndexOf('/') + 1; at < text.length(); at++) {
            char other = text.charAt(at) == 'A' ? 'B' : 'A';
            String altered = text.substring(0, at) + other + text.substring(at + 1);
            if (at < text.length() - 1) { // the last letter has bits that mean nothing
                refused(altered);
            }
            refused(text.substring(0, at));
        }
    }

    @Test
    void whatHasAnotherFormIsRefusedAndTheReasonSaysWhatIsWrongButNotTheSecret() {
        String key = ticket.text().substring(ticket.text().lastIndexOf('/') + 1);
        assertTrue(refused("").why().contains("HOST/PORT/KEY"));
        assertTrue(refused("Heat.java").why().contains("HOST/PORT/KEY"));
        assertTrue(refused("/4711/" + key).why().contains("hosts"));
        assertTrue(refused("a,,b/4711/" + key).why().contains("hosts"));
        assertTrue(refused(String.join(",", Collections.nCopies(JobAddress.MOST_HOSTS + 1, "a")) + "/4711/" + key).why().contains("hosts"));
        assertTrue(refused("a/0/" + key).why().contains("port"));
        assertTrue(refused("a/65536/" + key).why().contains("port"));
        assertTrue(refused("a/x/" + key).why().contains("port"));
        assertTrue(refused("a/1/ü" + key).why().contains("letters"));
        assertTrue(refused("x".repeat(5000) + "/1/" + key).why().contains("form"));
        assertFalse(refused("a/0/" + key).getMessage().contains(key));
        assertFalse(ticket.toString().contains(key));
    }
}
