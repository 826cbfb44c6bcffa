package org.braid.transports.tls;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Coverage-guided fuzzing of every {@link RecordDecoder}, one at a time: {@code mvn -Pfuzz -pl braid-transports -am test -Dtest=RecordFuzz#called}. No part of the normal build; what it found is kept in
 * {@code RecordFuzzInputs/} and replayed there by {@link KeptRecordsTest}.
 */
class RecordFuzz {
    @FuzzTest(maxDuration = "1m")
    void offer(byte[] bytes) {
        RecordDecoder.OFFER.survive(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void called(byte[] bytes) {
        RecordDecoder.CALLED.survive(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void calling(byte[] bytes) {
        RecordDecoder.CALLING.survive(bytes);
    }
}
