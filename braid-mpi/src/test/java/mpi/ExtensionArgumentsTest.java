package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.braid.base.BraidException;
import org.braid.mpix.CallHandler;
import org.braid.mpix.LocalComm;
import org.braid.mpix.Scope;
import org.braid.mpix.Session;
import org.braid.mpix.ToolEvent;
import org.braid.mpix.Tools;
import org.braid.mpix.Transformation;
import org.braid.mpix.executor.RankExecutor;
import org.braid.mpix.executor.RankTask;
import org.braid.mpix.record.RecordType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every public call below org.braid.mpix, given null for each of its arguments in turn and impossible numbers, takes it or throws an MPIException or a BraidException: no program gets a bare NullPointerException or
 * ArrayIndexOutOfBoundsException from there, and no call waits for what cannot come. Where a list's contract asks for an IndexOutOfBoundsException, that has words.
 */
@Timeout(120)
class ExtensionArgumentsTest {
  record Pair(int a, int b) {}

  @Test
  void badArgumentsAreTakenOrRefusedWithACode() {
    ThreadRanks.run(1, EveryCall.class);
  }

  static final class EveryCall implements Runnable {
    private static final long BOUND_S = 10;
    private static final long[] NUMBERS = {-1, 0, 1, -1000, Integer.MIN_VALUE};

    private final Set<String> faults = new TreeSet<>();
    private int calls;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      for (Class<?> type : PublicTypes.of(EveryCall.class.getClassLoader(), "org.braid.mpix", "org.braid.mpix.executor", "org.braid.mpix.large", "org.braid.mpix.record")) {
        for (Method method : type.getDeclaredMethods()) {
          if (isPublic(method) && !method.isSynthetic() && !type.isInterface() && !type.isEnum()) {
            callInAllWays(type, method);
          }
        }
        for (Constructor<?> constructor : type.getConstructors()) {
          callInAllWays(type, constructor);
        }
      }
      assertEquals("", String.join("\n", faults));
      assertTrue(calls > 400, "calls: " + calls);
    }

    private void callInAllWays(Class<?> type, Executable call) {
      for (int nullAt = 0; nullAt < call.getParameterCount(); nullAt++) {
        if (!call.getParameterTypes()[nullAt].isPrimitive()) {
          callOnce(type, call, nullAt, 0);
          callOnce(type, call, nullAt, 1);
        } else {
          for (long number : NUMBERS) {
            callOnce(type, call, nullAt, number);
          }
        }
      }
    }

    /** @param at which argument is null; or is that number, as all others of its kind are 0 */
    private void callOnce(Class<?> type, Executable call, int at, long number) {
      Class<?>[] types = call.getParameterTypes();
      @Nullable Object[] arguments = new @Nullable Object[types.length];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = types[i].isPrimitive() ? primitive(types[i], i == at || !types[at].isPrimitive() ? number : 0) : i == at ? null : example(types[i]);
      }
      for (Object each : arguments) {
        bePartnerOf(each instanceof LocalComm ? null : each, call.getName().equals("sSend"));
      }
      boolean isStatic = call instanceof Constructor || Modifier.isStatic(call.getModifiers());
      Object target = isStatic ? null : example(type);
      String what = type.getSimpleName() + "." + call.getName() + " with " + (types[at].isPrimitive() ? number : "null, and " + number + " for numbers,") + " at " + at + " of " + types.length;
      calls++;
      Throwable thrown = bounded(what, () -> call instanceof Method method ? method.invoke(target, arguments) : ((Constructor<?>) call).newInstance(arguments));
      if (thrown != null && !isTold(thrown)) {
        faults.add(what + ": " + thrown);
      }
    }

    private static boolean isTold(Throwable thrown) {
      return thrown instanceof MPIException || thrown instanceof BraidException || thrown instanceof IndexOutOfBoundsException && !(thrown instanceof ArrayIndexOutOfBoundsException) && thrown.getMessage() != null;
    }

    /** What the call has thrown, if it has. */
    private @Nullable Throwable bounded(String what, Callable<@Nullable Object> call) {
      FutureTask<@Nullable Object> task = new FutureTask<>(call);
      Thread caller = new Thread(task, what);
      caller.setDaemon(true);
      caller.start();
      try {
        Object ignored = task.get(BOUND_S, TimeUnit.SECONDS);
        return null;
      } catch (ExecutionException e) {
        return e.getCause() instanceof InvocationTargetException inside ? inside.getCause() : e.getCause();
      } catch (TimeoutException e) {
        return new TimeoutException("no end within " + BOUND_S + " s");
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    private static Object primitive(Class<?> type, long number) {
      return type == boolean.class ? (Object) true : type == long.class ? (Object) number : (Object) (int) number;
    }

    /** One that other calls cannot have used up. */
    private static @Nullable Object example(Class<?> type) {
      if (type.isArray()) {
        Object array = java.lang.reflect.Array.newInstance(type.getComponentType(), 1);
        if (!type.getComponentType().isPrimitive()) {
          java.lang.reflect.Array.set(array, 0, example(type.getComponentType()));
        }
        return array;
      }
      return type.getName().startsWith("mpi.") ? ofMpi(type) : type.getName().startsWith("org.braid") ? ofExtensions(type) : ofJava(type);
    }

    private static Object ofMpi(Class<?> type) {
      return switch (type.getSimpleName()) {
        case "Comm", "Intracomm" -> MPI.COMM_SELF.dup();
        case "Datatype" -> MPI.BYTE;
        case "Op" -> MPI.SUM;
        case "Request" -> MPI.COMM_SELF.iBarrier();
        case "Status" -> MPI.COMM_SELF.iBarrier().waitStatus();
        case "Info", "Freeable" -> new Info();
        case "Errhandler" -> MPI.ERRORS_RETURN;
        case "Group" -> MPI.COMM_WORLD.getGroup();
        case "Message" -> found();
        case "Win" -> new Win(ByteBuffer.allocate(8), 8, 1, MPI.INFO_NULL, MPI.COMM_SELF);
        case "File" -> new mpi.File(MPI.COMM_SELF, "/dev/null", MPI.MODE_RDWR);
        default -> throw new AssertionError("no example of " + type);
      };
    }

    private static Message found() {
      Request sent = MPI.COMM_SELF.iSend(new byte[1], 1, MPI.BYTE, 0, 99);
      Message message = new Message();
      Status ignored = message.mProbe(0, 99, MPI.COMM_SELF);
      sent.free();
      return message;
    }

    /** Sends what a call on the communicator may receive, or receives what it sends and waits for. */
    private static void bePartnerOf(@Nullable Object argument, boolean receives) {
      for (int tag = 0; argument instanceof Comm comm && tag < 2; tag++) {
        if (receives) {
          comm.iRecv(new byte[1], 1, MPI.BYTE, 0, tag);
        } else {
          comm.iSend(new byte[1], 1, MPI.BYTE, 0, tag);
        }
      }
    }

    private static Object ofExtensions(Class<?> type) {
      LocalComm local = LocalComm.create();
      return switch (type.getSimpleName()) {
        case "LocalComm" -> local;
        case "CommName" -> local.name();
        case "SlotName" -> local.addReceiveSlot();
        case "CallHandler" -> (CallHandler) (source, bytes) -> {};
        case "Transformation" -> (Transformation<int[]>) (operands, round) -> operands;
        case "Session" -> Session.init();
        case "PerformanceVariable" -> Tools.performanceVariables().getFirst();
        case "PerformanceSession" -> Tools.session();
        case "ControlVariable" -> Tools.controlVariables().getFirst();
        case "Kind" -> ToolEvent.Kind.PEER_ENDED;
        case "ToolEvent" -> new ToolEvent(ToolEvent.Kind.PEER_ENDED, 0, Map.of());
        case "Scope" -> new Scope();
        case "RankExecutor" -> RankExecutor.open(MPI.COMM_SELF, 0);
        case "RankTask" -> (RankTask<Integer>) () -> 1;
        case "RecordType" -> RecordType.of(Pair.class);
        case "RecordArray" -> RecordType.of(Pair.class).allocate(2);
        default -> throw new AssertionError("no example of " + type);
      };
    }

    private static @Nullable Object ofJava(Class<?> type) {
      List<Object> all = List.of("key", MemorySegment.ofArray(new byte[64]), Arena.ofAuto(), Pair.class, new Pair(1, 2));
      for (Object each : all) {
        if (type.isInstance(each) && type != Object.class) {
          return each;
        }
      }
      return type == Consumer.class ? (Consumer<Object>) event -> {}
          : type == LongConsumer.class ? (LongConsumer) lost -> {}
          : type == BinaryOperator.class ? (BinaryOperator<Object>) (left, right) -> left
          : type == Collection.class || type == List.class ? List.of()
          : type == Map.class ? Map.of()
          : type == AutoCloseable.class ? (AutoCloseable) () -> {}
          : type == Object.class ? new byte[64]
          : fail(type);
    }

    private static Object fail(Class<?> type) {
      throw new AssertionError("no example of " + type);
    }

    private static boolean isPublic(Method method) {
      boolean isOfEveryObject = Set.of("equals", "hashCode", "toString").contains(method.getName());
      return Modifier.isPublic(method.getModifiers()) && !isOfEveryObject;
    }
  }
}
