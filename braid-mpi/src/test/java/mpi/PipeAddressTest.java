package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Where spawned processes are told to call. */
class PipeAddressTest {
  @Test
  void anAddressIsReadAsItWasWritten() {
    PipeAddress address = new PipeAddress(4, "pipes:/proc/4711/fd/9:/proc/4711/fd/12");
    PipeAddress read = PipeAddress.of(address.text());
    assertEquals("4@pipes:/proc/4711/fd/9:/proc/4711/fd/12", address.text());
    assertEquals(4, read == null ? -1 : read.size());
    assertEquals(address.pipes(), read == null ? "" : read.pipes());
  }

  @Test
  void aPortsNameIsNone() {
    for (String text : List.of("", "@pipes:", "-1@pipes:x:y", "4@pipe:x", "99999999999@pipes:x:y", "braid:1:/tmp/braid-unix-1-2-3/s:00112233445566778899aabbccddeeff", "braid:1:/a@pipes:b/s:00")) {
      assertNull(PipeAddress.of(text), text);
    }
  }
}
