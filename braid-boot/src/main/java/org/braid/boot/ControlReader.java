package org.braid.boot;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Reads control frames from the pipe; a frame's length is checked before its payload is allocated. Used by one thread at a time. */
final class ControlReader {
  private final InputStream pipe;
  private final byte[] head = new byte[ControlFrame.HEAD];
  private int kind;
  private byte[] payload = new byte[0];

  ControlReader(InputStream pipe) {
    this.pipe = pipe;
  }

  /** Waits for the next frame; false at the end of the pipe. */
  boolean next() throws IOException {
    int got = pipe.readNBytes(head, 0, head.length);
    if (got == 0) {
      return false;
    }
    if (got < head.length) {
      throw new EOFException("the control pipe ended inside a frame");
    }
    kind = head[0] & 0xff;
    int length = head[1] & 0xff | (head[2] & 0xff) << 8 | (head[3] & 0xff) << 16;
    if (length > ControlFrame.MAX_PAYLOAD) {
      throw new IOException("a control frame of " + length + " bytes exceeds the limit of " + ControlFrame.MAX_PAYLOAD);
    }
    payload = new byte[length];
    if (pipe.readNBytes(payload, 0, length) < length) {
      throw new EOFException("the control pipe ended inside a frame");
    }
    return true;
  }

  int kind() {
    return kind;
  }

  byte[] payload() {
    return payload;
  }

  /** Payload's first int, little-endian, or {@code otherwise} if it is too short. */
  int firstInt(int otherwise) {
    return payload.length < 4
        ? otherwise
        : payload[0] & 0xff | (payload[1] & 0xff) << 8 | (payload[2] & 0xff) << 16 | payload[3] << 24;
  }
}
