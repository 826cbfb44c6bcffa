package org.braid.mpi.meeting;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.braid.boot.hosts.HostIdentity;
import org.braid.boot.ticket.Secret;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.meeting.socket.Agreement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** Two ends of a program's socket that say they are on different hosts: who gets a stream by it, and what becomes of liars. */
@Execution(CONCURRENT)
class SocketMeetingTest {
    private static final int BUILD = 7;
    private static final long[] FAMILY = {11, 12};
    private static final long[] OTHER_FAMILY = {13, 14};

    private Socket one;
    private Socket two;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            one = new Socket(server.getInetAddress(), server.getLocalPort());
            two = server.accept();
        }
    }

    @AfterEach
    void close() throws IOException {
        one.close();
        two.close();
    }

    private static Origin on(int host, long[] family, int secret) {
        byte[] bits = new byte[Secret.BYTES];
        bits[0] = (byte) secret;
        return new Origin(BUILD, new HostIdentity(host, host), true, () -> family.clone(), bits::clone);
    }

    /** Either the stream, or what has failed. */
    private record End(@Nullable Talk talk, @Nullable MpiFailure failure) {
        String error() {
            MpiFailure told = Objects.requireNonNull(failure, "it has got a stream");
            assertEquals(ErrorClass.PORT, told.errorClass());
            return String.valueOf(told.getMessage());
        }
    }

    private static CompletableFuture<End> end(Socket socket, Origin origin, boolean allowsClear) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return new End(SocketMeeting.over(socket, origin, allowsClear), null);
            } catch (MpiFailure failed) {
                return new End(null, failed);
            }
        }, task -> Thread.ofPlatform().start(task));
    }

    private void assertMeet(Origin first, Origin second, boolean allowsClear, boolean isPrivate) throws Exception {
        CompletableFuture<End> ofOne = end(one, first, allowsClear);
        End ofTwo = end(two, second, allowsClear).get();
        try (Talk here = Objects.requireNonNull(ofOne.get().talk); Talk there = Objects.requireNonNull(ofTwo.talk)) {
            assertEquals(isPrivate, here.isPrivate() && there.isPrivate());
            CompletableFuture<long[]> heard = CompletableFuture.supplyAsync(() -> swapped(here, 3), task -> Thread.ofPlatform().start(task));
            assertArrayEquals(new long[] {3}, swapped(there, 4));
            assertArrayEquals(new long[] {4}, heard.get());
        }
        assertIsTheirs();
    }

    private static long[] swapped(Talk talk, long word) {
        try {
            talk.greet(BUILD);
            return talk.swap(new long[] {word});
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Nothing is under way on the socket, and its options are what they were. */
    private void assertIsTheirs() throws IOException {
        one.getOutputStream().write(42);
        assertEquals(42, two.getInputStream().read());
        assertEquals(0, one.getInputStream().available());
        assertEquals(0, one.getSoTimeout());
        assertFalse(one.getKeepAlive());
    }

    @Test
    void whoseOtherEndWasClosedIsToldSo() throws Exception {
        two.close();
        String told = end(one, on(1, FAMILY, 1), false).get().error();
        assertTrue(told.contains("its other end was closed before both had joined"), told);
    }

    private void assertNeitherMeets(Origin first, boolean firstAllows, Origin second, boolean secondAllows, String why) throws Exception {
        CompletableFuture<End> ofOne = end(one, first, firstAllows);
        String said = end(two, second, secondAllows).get().error() + ofOne.get().error();
        assertTrue(said.contains(why), said);
    }

    @Test
    void onOneHostTheyTalkThroughTheSocketItself() throws Exception {
        assertMeet(on(1, FAMILY, 1), on(1, OTHER_FAMILY, 2), false, false);
    }

    @Test
    void aFamilyMeetsByItsSecretAndNothingElseIsAsked() throws Exception {
        assertMeet(on(1, FAMILY, 1), on(2, FAMILY, 1), false, true);
    }

    @Test
    void strangersMeetIfBothAllowIt() throws Exception {
        assertMeet(on(1, FAMILY, 1), on(2, OTHER_FAMILY, 2), true, true);
    }

    @Test
    void strangersOfWhomOneDoesNotAllowItAreRefusedBoth() throws Exception {
        assertNeitherMeets(on(1, FAMILY, 1), true, on(2, OTHER_FAMILY, 2), false, "no secret in common");
    }

    @Test
    void processesOfNoJobAreNoFamily() throws Exception {
        assertNeitherMeets(on(1, new long[2], 0), false, on(2, new long[2], 0), false, "no secret in common");
    }

    @Test
    void whoSaysTheNumberOfAFamilyWithoutItsSecretIsNotBelieved() throws Exception {
        assertNeitherMeets(on(1, FAMILY, 1), true, on(2, FAMILY, 2), true, "cannot reach");
    }

    @Test
    void anotherBuildIsRefused() throws Exception {
        Origin other = new Origin(BUILD + 1, new HostIdentity(2, 2), true, FAMILY::clone, () -> new byte[Secret.BYTES]);
        assertNeitherMeets(on(1, FAMILY, 1), true, other, true, "another build");
    }

    @Test
    void whoGoesIsMissed() throws Exception {
        two.close();
        assertTrue(end(one, on(1, FAMILY, 1), true).get().error().contains("join cannot use the socket"));
    }

    /** Behind a right greeting: words that are too few, too many, negative counts, and any bytes. */
    @Test
    void whateverAHostileEndSaysIsAnError() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            int length = random.nextInt(200);
            CompletableFuture<End> told = end(one, on(1, FAMILY, 1), true);
            hostile(random, length, round % 3 == 0);
            assertTrue(told.get().error().contains("join cannot"), "seed " + seed);
            close();
            connect();
        }
    }

    private void hostile(Random random, int length, boolean isAllRandom) throws IOException {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        if (!isAllRandom) {
            new Talk(new DataInputStream(two.getInputStream()), new DataOutputStream(two.getOutputStream()), two, false).greet(BUILD);
            bytes = length < 4 ? bytes : small(bytes, random.nextInt(8));
        }
        two.getOutputStream().write(bytes);
        two.shutdownOutput();
    }

    /** A count that makes sense. */
    private static byte[] small(byte[] bytes, int count) {
        bytes[0] = 0;
        bytes[1] = 0;
        bytes[2] = 0;
        bytes[3] = (byte) count;
        return bytes;
    }

    /** It says that it was let in, and was not: whoever has opened the port waits as long as a greeting may last. */
    @Test
    void whoOnlySaysThatItHasCalledIsNotWaitedForLongerThanForAGreeting() throws Exception {
        CompletableFuture<End> told = end(one, on(1, FAMILY, 1), true);
        Talk liar = new Talk(new DataInputStream(two.getInputStream()), new DataOutputStream(two.getOutputStream()), two, false);
        liar.greet(BUILD);
        long[] ignored = liar.swap(new long[] {1, 2, 2, 1});
        ignored = liar.swap(new long[] {FAMILY[0], FAMILY[1], 0, 0, 0, 0});
        if (liar.speaksFirst()) {
            ignored = liar.swap("10.0.0.1,x/y/0".chars().asLongStream().toArray());
            ignored = liar.swap(new long[1]);
        } else {
            ignored = liar.swap(new long[1]);
            ignored = liar.swap(new long[] {1});
        }
        String said = told.get().error();
        assertTrue(said.contains("has not proved") || said.contains("no place of a port"), said);
    }

    @Test
    void twoEndsAgreeWhoeverComesFirstAndAThirdDoesNot() {
        Agreement first = new Agreement();
        Agreement second = new Agreement();
        byte[] agreed = first.with(second.publicWords(), true).toBytes();
        assertArrayEquals(agreed, second.with(first.publicWords(), false).toBytes());
        assertFalse(second.with(first.publicWords(), true).matches(agreed, 0, Secret.BYTES));
        assertFalse(second.with(new Agreement().publicWords(), false).matches(agreed, 0, Secret.BYTES));
    }

    /** RFC 7748, section 6.1: with such a point everybody would agree upon nought. */
    @Test
    void aPointOfSmallOrderIsNoKey() {
        Agreement own = new Agreement();
        for (long[] point : new long[][] {new long[4], {0, 0, 0, 1}}) {
            assertEquals(ErrorClass.PORT, assertThrows(MpiFailure.class, () -> own.with(point, true)).errorClass());
        }
    }
}
