package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** Every public call, given null for every of its arguments in turn, takes it or throws an MPIException: no program gets a bare NullPointerException out of package mpi. */
@Execution(CONCURRENT)
class NullArgumentsTest {
  @Test
  void nullIsTakenOrRefusedByMpi() {
    ThreadRanks.run(1, EveryCall.class);
  }

  static final class EveryCall implements Runnable {
    /** End the job, the run or the object that all share. */
    private static final Set<String> ENDING = Set.of("abort", "Abort", "Init", "InitThread", "initThread", "Finalize");

    private final Set<String> faults = new TreeSet<>();
    private int calls;

    @Override
    public void run() {
      MPI.Init(new String[0]);
      for (Class<?> type : PublicTypes.of(EveryCall.class.getClassLoader(), "mpi")) {
        if (type.isInterface() || type.getEnclosingClass() != null) {
          continue;
        }
        for (Method method : type.getMethods()) {
          if (method.getDeclaringClass().getName().startsWith("mpi.") && !ENDING.contains(method.getName())) {
            callWithNulls(type, method);
          }
        }
        for (Constructor<?> constructor : type.getConstructors()) {
          if (!Modifier.isAbstract(type.getModifiers()) && type.getEnclosingClass() == null && !Throwable.class.isAssignableFrom(type)) {
            callWithNulls(type, constructor);
          }
        }
      }
      assertEquals("", String.join("\n", faults));
      assertTrue(calls > 1000, "calls: " + calls);
    }

    private void callWithNulls(Class<?> type, Executable call) {
      Class<?>[] parameters = call.getParameterTypes();
      for (int nullAt = 0; nullAt < parameters.length; nullAt++) {
        for (int number = 0; number < 2 && !parameters[nullAt].isPrimitive(); number++) {
          callWithNull(type, call, nullAt, number, MPI.BYTE);
          callWithNull(type, call, nullAt, number, MPI.OBJECT);
        }
      }
    }

    private void callWithNull(Class<?> type, Executable call, int nullAt, int number, Datatype elements) {
      @Nullable Object[] arguments = new @Nullable Object[call.getParameterCount()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = i == nullAt ? null : example(call.getParameterTypes()[i], number, elements);
      }
      Object target = call instanceof Method method && !Modifier.isStatic(method.getModifiers()) ? Objects.requireNonNull(example(type, number, elements)) : null;
      boolean waitsForItsReceive = call.getName().equalsIgnoreCase("sSend");
      for (Object each : arguments) {
        bePartnerOf(each, false);
      }
      bePartnerOf(target, waitsForItsReceive);
      calls++;
      try {
        call.setAccessible(true);
        if (call instanceof Method method) {
          method.invoke(target, arguments);
        } else {
          ((Constructor<?>) call).newInstance(arguments);
        }
      } catch (InvocationTargetException e) {
        if (!(e.getCause() instanceof MPIException)) {
          faults.add(type.getSimpleName() + "." + call.getName() + " with null for argument " + nullAt + " and " + number + " for numbers, of " + elements.getName() + ": " + e.getCause());
        }
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(call.toString(), e);
      }
    }

    /** Sends what a call on the communicator may receive, or receives what it sends. */
    private static void bePartnerOf(@Nullable Object target, boolean receives) {
      if (target instanceof Comm nobody && nobody.isNull()) {
        return;
      }
      if (target instanceof Comm comm && receives) {
        comm.iRecv(new byte[1], 1, MPI.BYTE, 0, 0);
      } else if (target instanceof Comm comm) {
        comm.iSend(new byte[1], 1, MPI.BYTE, 0, 0);
      }
    }

    private static @Nullable Object example(Class<?> type, int number, Datatype elements) {
      if (type.isPrimitive()) {
        return primitive(type, number);
      }
      if (type.isArray()) {
        return array(type, elements);
      }
      return type.getName().startsWith("mpi.") ? object(type, elements) : memory(type, elements);
    }

    private static Object primitive(Class<?> type, int number) {
      return type == boolean.class ? (Object) true : type == long.class ? (Object) (long) number : (Object) number;
    }

    private static Object array(Class<?> type, Datatype elements) {
      if (type.getComponentType().isPrimitive() || type == int[][].class) {
        return java.lang.reflect.Array.newInstance(type.getComponentType(), 1);
      }
      Object array = java.lang.reflect.Array.newInstance(type.getComponentType(), 1);
      java.lang.reflect.Array.set(array, 0, example(type.getComponentType(), 0, elements));
      return array;
    }

    private static @Nullable Object memory(Class<?> type, Datatype elements) {
      if (type == String.class) {
        return "key";
      }
      if (type == Object.class && elements == MPI.OBJECT) {
        return new Object[] {"a", "b"};
      }
      if (type == DoubleBuffer.class) {
        return DoubleBuffer.allocate(8);
      }
      if (type == FloatBuffer.class) {
        return FloatBuffer.allocate(8);
      }
      return type.isAssignableFrom(ByteBuffer.class) ? ByteBuffer.allocate(64).order(ByteOrder.nativeOrder()) : bufferOf(type);
    }

    private static @Nullable Object bufferOf(Class<?> type) {
      ByteBuffer bytes = ByteBuffer.allocate(64).order(ByteOrder.nativeOrder());
      for (Object each : List.of(bytes.asCharBuffer(), bytes.asShortBuffer(), bytes.asIntBuffer(), bytes.asLongBuffer())) {
        if (type.isInstance(each)) {
          return each;
        }
      }
      return null;
    }

    private static @Nullable Object object(Class<?> type, Datatype elements) {
      return switch (type.getSimpleName()) {
        case "Comm", "Intracomm" -> MPI.COMM_SELF.dup();
        case "Cartcomm", "CartComm" -> MPI.COMM_SELF.createCart(new int[] {1}, new boolean[1], false);
        case "Graphcomm", "GraphComm" -> MPI.COMM_SELF.createGraph(new int[1], new int[0], false);
        case "Intercomm" -> Intercomm.getParent();
        case "CartParms" -> new CartParms();
        case "GraphParms" -> new GraphParms();
        case "ShiftParms" -> new ShiftParms();
        case "DistGraphNeighbors" -> MPI.COMM_SELF.createDistGraphAdjacent(new int[1], new int[1], new Info(), false).getDistGraphNeighbors();
        case "Datatype" -> elements;
        case "Op" -> MPI.SUM;
        case "Group" -> MPI.COMM_WORLD.getGroup();
        case "Info" -> new Info();
        case "Request" -> MPI.COMM_SELF.iBarrier();
        case "Prequest" -> MPI.COMM_SELF.Send_init(new byte[1], 0, 0, MPI.BYTE, MPI.PROC_NULL, 0);
        case "Status" -> new Status();
        case "Errhandler" -> MPI.ERRORS_RETURN;
        case "Count" -> new Count(1);
        case "Message" -> new Message();
        case "MPI" -> new MPI();
        case "Struct" -> new Pair();
        case "Data" -> null;
        case "Int2" -> MPI.int2;
        case "ShortInt" -> MPI.shortInt;
        case "LongInt" -> MPI.longInt;
        case "FloatInt" -> MPI.floatInt;
        case "DoubleInt" -> MPI.doubleInt;
        case "Version" -> MPI.getVersion();
        case "FloatComplex" -> FloatComplex.get(new float[2]);
        case "DoubleComplex" -> DoubleComplex.get(new double[2]);
        case "Win" -> window();
        case "User_function" -> new Left();
        case "UserFunction" -> new Right();
        case "MPIException" -> new MPIException("example");
        case "File" -> new mpi.File(MPI.COMM_SELF, "/dev/null", MPI.MODE_RDWR);
        case "FileView" -> new FileView(0, MPI.BYTE, MPI.BYTE, "native");
        default -> throw new AssertionError("no example of " + type);
      };
    }

    /** One that may be accessed. */
    private static Win window() {
      Win win = new Win(ByteBuffer.allocate(64), 64, 1, new Info(), MPI.COMM_SELF);
      win.lockAll(0);
      return win;
    }
  }

  private static final class Left extends User_function {
    @Override
    public void Call(Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype type) {}
  }

  private static final class Right extends UserFunction {
    @Override
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {}
  }

  private static final class Pair extends Struct {
    Pair() {
      addInt();
    }

    @Override
    protected Data newData() {
      return new Data();
    }

    private final class Data extends Struct.Data {}
  }
}
