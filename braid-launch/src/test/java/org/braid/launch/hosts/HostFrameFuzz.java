package org.braid.launch.hosts;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Coverage-guided fuzzing of every {@link HostDecoder}, one at a time: {@code mvn -Pfuzz -pl braid-launch -am test -Dtest=HostFrameFuzz#from_join}. No part of the normal build; what it found is kept in
 * {@code HostFrameFuzzInputs/} and replayed there by {@link KeptHostFramesTest}.
 */
class HostFrameFuzz {
    @FuzzTest(maxDuration = "1m")
    void entry(byte[] bytes) {
        HostDecoder.ENTRY.survive(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void from_join(byte[] bytes) {
        HostDecoder.FROM_JOIN.survive(bytes);
    }

    @FuzzTest(maxDuration = "1m")
    void from_server(byte[] bytes) {
        HostDecoder.FROM_SERVER.survive(bytes);
    }
}
