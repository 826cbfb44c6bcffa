import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import mpi.*;

/** Uses the names and habits of Open MPI's Java bindings: checked-looking exceptions, buffers, structs, requests, attributes. */
public class OpenMpiDialect {
  static class Complex extends Struct {
    private final int real = addDouble(), imaginary = addDouble(), label = addChar(4);

    @Override
    protected Data newData() {
      return new Data();
    }

    class Data extends Struct.Data {
      double re() {
        return getDouble(real);
      }

      void set(double re, double im) {
        putDouble(real, re);
        putDouble(imaginary, im);
        putChar(label, 1, 'x');
      }
    }
  }

  public static void main(String[] args) throws MPIException {
    if (MPI.InitThread(args, MPI.THREAD_MULTIPLE) < MPI.THREAD_FUNNELED) {
      MPI.COMM_WORLD.abort(1);
    }
    try {
      run();
    } catch (MPIException e) {
      System.err.println(e.getErrorClass() == MPI.ERR_RANK ? "rank" : e.getMessage());
    } finally {
      MPI.Finalize();
    }
  }

  static void run() throws MPIException {
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank(), size = world.getSize();
    Comm self = MPI.COMM_SELF;
    self.setErrhandler(MPI.ERRORS_RETURN);

    int[] a = {rank, rank}, b = new int[2 * size];
    world.allGather(a, 2, MPI.INT, b, 2, MPI.INT);
    world.allReduce(a, 2, MPI.INT, MPI.SUM);
    world.exScan(a, 2, MPI.INT, MPI.SUM);
    world.reduceScatterBlock(b, a, 2, MPI.INT, MPI.MAX);
    world.send(MPI.slice(a, 1), 1, MPI.INT, MPI.PROC_NULL, 3);
    Status status = world.recv(a, 1, MPI.INT, MPI.PROC_NULL, MPI.ANY_TAG);
    int n = status.getCount(MPI.INT) + status.getElements(MPI.INT) + status.getSource() + status.getTag();

    IntBuffer ints = MPI.newIntBuffer(4);
    DoubleBuffer doubles = MPI.newDoubleBuffer(4);
    Request[] requests = {
      world.iSend(ints, 4, MPI.INT, MPI.PROC_NULL, 0), world.iRecv(doubles, 4, MPI.DOUBLE, MPI.PROC_NULL, 0), MPI.REQUEST_NULL
    };
    while (!Request.testAll(requests)) {
      Request.waitAny(requests);
    }
    Prequest again = world.recvInit(doubles, 1, MPI.DOUBLE, MPI.PROC_NULL, n);
    again.start();
    again.waitFor();
    again.free();

    Complex type = new Complex();
    ByteBuffer records = MPI.newByteBuffer(3 * type.getExtent());
    Complex.Data third = type.getData(records, 2);
    third.set(1, 2);
    self.bcast(records, 3, type.getType(), 0);
    DoubleInt.Data pair = MPI.doubleInt.getData(MPI.newByteBuffer(16));
    pair.putValue(third.re());

    Op product = new Op(new UserFunction() {
      @Override
      public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) throws MPIException {
        for (int i = 0; i < count; i++) {
          inOut.putLong(i * 8, in.getLong(i * 8) * inOut.getLong(i * 8));
        }
      }
    }, true);
    long[] sent = {2}, result = {0};
    world.reduce(sent, result, 1, MPI.LONG, product, 0);
    product.free();

    Intracomm half = world.split(rank % 2, rank);
    Group group = Group.union(half.getGroup(), world.getGroup());
    int same = Comm.compare(world, world.dup()) + Group.compare(group, world.getGroup());
    int key = Comm.createKeyval();
    world.setAttr(key, same);
    Object attribute = world.getAttr(MPI.TAG_UB);
    world.setName("world " + attribute);
    half.free();
    Info info = new Info();
    info.set("key", "value");
    Datatype column = Datatype.createVector(4, 1, 4, MPI.DOUBLE);
    column.commit();
    column.free();
  }
}
