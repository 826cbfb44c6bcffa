package mpi;

import java.util.List;
import org.braid.base.BraidException;
import org.braid.base.ErrorCode;
import org.braid.base.wire.MethodExpression;
import org.braid.mpi.lco.Lco;
import org.braid.mpi.lco.MethodWish;
import org.jspecify.annotations.Nullable;

/** The attributes by which a program chooses the methods of one communicator (nexus-multimethod, section 4.3). */
final class MethodAttributes {
  private static final int LEAST_BUFFER_BYTES = 4 << 10;
  private static final int MOST_BUFFER_BYTES = 256 << 20;

  private MethodAttributes() {}

  /** Whether the key is one of them. */
  static boolean have(int keyval) {
    return keyval == Constants.BRAID_METHOD || keyval == Constants.TCP_BUFFER_SIZE || keyval == Constants.METHODS_IN_USE;
  }

  static @Nullable Object get(Lco lco, int keyval) {
    MethodWish wish = lco.methods().wish();
    return switch (keyval) {
      case Constants.BRAID_METHOD -> wish.order().isEmpty() ? null : MethodExpression.printOrder(wish.order());
      case Constants.TCP_BUFFER_SIZE -> wish.tcpBufferBytes() == 0 ? null : wish.tcpBufferBytes();
      default -> inUse(lco);
    };
  }

  static void set(Lco lco, int keyval, @Nullable Object value) {
    MethodWish wish = lco.methods().wish();
    switch (keyval) {
      case Constants.BRAID_METHOD -> choose(lco, wish.by(order(value)));
      case Constants.TCP_BUFFER_SIZE -> choose(lco, wish.withTcpBuffers(bufferBytes(value)));
      default -> throw readOnly();
    }
  }

  static void delete(Lco lco, int keyval) {
    MethodWish wish = lco.methods().wish();
    switch (keyval) {
      case Constants.BRAID_METHOD -> choose(lco, wish.by(List.of()));
      case Constants.TCP_BUFFER_SIZE -> choose(lco, wish.withTcpBuffers(0));
      default -> throw readOnly();
    }
  }

  private static String[] inUse(Lco lco) {
    try {
      return lco.methods().inUse();
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  private static void choose(Lco lco, MethodWish wish) {
    try {
      lco.methods().choose(wish);
    } catch (BraidException e) {
      throw e.code() == ErrorCode.METHOD_UNKNOWN ? new MPIException(ErrorClasses.ERR_ARG, String.valueOf(e.getMessage()), e) : Errors.of(e);
    }
  }

  private static List<MethodExpression> order(@Nullable Object value) {
    if (!(value instanceof String text)) {
      throw new MPIException(ErrorClasses.ERR_ARG, "BRAID_METHOD is a String such as \"shm(max=64KiB), tcp\", not " + kindOf(value));
    }
    try {
      return MethodExpression.parseOrder(text);
    } catch (BraidException e) {
      throw new MPIException(ErrorClasses.ERR_ARG, String.valueOf(e.getMessage()), e);
    }
  }

  private static int bufferBytes(@Nullable Object value) {
    if (!(value instanceof Integer bytes) || bytes < LEAST_BUFFER_BYTES || bytes > MOST_BUFFER_BYTES) {
      throw new MPIException(ErrorClasses.ERR_ARG, "TCP_BUFFER_SIZE is an Integer from " + LEAST_BUFFER_BYTES + " to " + MOST_BUFFER_BYTES + " (bytes), not " + (value instanceof Integer ? value.toString() : kindOf(value)));
    }
    return bytes;
  }

  private static String kindOf(@Nullable Object value) {
    return value == null ? "null" : "a " + value.getClass().getSimpleName();
  }

  private static MPIException readOnly() {
    return new MPIException(ErrorClasses.ERR_KEYVAL, "METHODS_IN_USE can only be read: set BRAID_METHOD to choose");
  }
}
