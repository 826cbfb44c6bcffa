package mpi;

import org.braid.base.BraidException;
import org.braid.mpi.data.UserStream;
import org.braid.mpi.failure.ErrorClass;
import org.braid.mpi.failure.MpiFailure;
import org.braid.mpi.file.Kind;
import org.braid.mpi.file.OpenFile;
import org.braid.mpi.file.collective.Outcome;
import org.jspecify.annotations.Nullable;

/** The accesses of one file, once for all forms: checks (buffer, count, datatype), and hands the rest to the layer below. A mistake at one rank of a collective access is told to the others, which would wait for it otherwise. */
final class FileAccesses {
  private final OpenFile file;

  FileAccesses(OpenFile file) {
    this.file = file;
  }

  /** {@code bytes} bytes of elements of this type went to or from memory. */
  static Status status(long bytes, @Nullable Datatype type) {
    return new Status(Constants.ANY_SOURCE, Constants.ANY_TAG, bytes, type == null ? 1 : type.unitBytes);
  }

  // ---- alone

  Status access(Kind kind, @Nullable Object buf, long count, Datatype type) {
    try {
      return status(file.access(kind, data(kind, buf, count, type)), type);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  Request start(Kind kind, @Nullable Object buf, long count, Datatype type) {
    try {
      return new Request(file.start(kind, data(kind, buf, count, type), Outcome.alone()), type);
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  // ---- together

  Status together(Kind kind, @Nullable Object buf, long count, Datatype type) {
    Asked asked = ask(kind, buf, count, type);
    try {
      return status(file.accessTogether(kind, asked.data, asked.told()), type);
    } catch (BraidException e) {
      throw asked.mistake == null ? Errors.of(e) : asked.mistake;
    }
  }

  Request startTogether(Kind kind, @Nullable Object buf, long count, Datatype type) {
    Asked asked = ask(kind, buf, count, type);
    try {
      org.braid.mpi.p2p.Request started = file.startTogether(kind, asked.data, Outcome.together(), asked.told());
      if (asked.mistake == null) {
        return new Request(started, type);
      }
      World.completions().releaseWhenDone(started);
      throw asked.mistake;
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  /** What went wrong at this rank is thrown here, and ends the access. */
  void begin(Kind whole, @Nullable Object buf, long count, Datatype type) {
    Kind kind = whole.begun();
    Asked asked = ask(kind, buf, count, type);
    try {
      if (asked.mistake == null) {
        file.begin(kind, asked.data, buf);
      } else {
        World.completions().releaseWhenDone(file.startTogether(kind, asked.data, Outcome.together(), asked.told()));
        throw asked.mistake;
      }
    } catch (BraidException e) {
      throw Errors.of(e);
    }
  }

  // ---- what was given

  private record Asked(UserStream data, @Nullable MPIException mistake) {
    @Nullable MpiFailure told() {
      return mistake == null ? null : FileAccesses.told(mistake);
    }
  }

  /** What the layer below tells other ranks of a mistake that was found here. */
  static MpiFailure told(MPIException mistake) {
    return new MpiFailure(ErrorClass.of(mistake.getErrorClass()), "a call on a file was refused at this rank", String.valueOf(mistake.getMessage()), "See what this rank is told", mistake);
  }

  private Asked ask(Kind kind, @Nullable Object buf, long count, Datatype type) {
    try {
      return new Asked(data(kind, buf, count, type), null);
    } catch (MPIException mistake) {
      return new Asked(UserStream.of(Predefined.BYTE.map, null, 0, 0, false), mistake);
    } catch (BraidException closed) {
      throw Errors.of(closed);
    }
  }

  private UserStream data(Kind kind, @Nullable Object buf, long count, Datatype type) {
    if (kind.writes()) {
      Buffers.check(file, kind.call(), buf, 0, count, type);
    } else {
      Buffers.checkWritable(file, kind.call(), buf, 0, count, type);
    }
    if (type.isObject()) {
      throw Refusal.of(file, ErrorClasses.ERR_TYPE, kind.call(), "objects have no form in files; serialize them into bytes, or write their fields");
    }
    return UserStream.of(type.map, buf, 0, count, file.isBigEndian());
  }
}
