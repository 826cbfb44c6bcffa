import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import mpi.MPI;
import org.braid.mpix.CommName;
import org.braid.mpix.Confluence;
import org.braid.mpix.LocalComm;

/**
 * A generalized collective (Demaine, Foster, Kesselman, Snir: Generalized Communicators in the Message Passing Interface, section 6): stations send what they measure, a transformation of ours makes one line of it, and every display
 * gets that. There are three stations a rank, two displays at each even rank, and one place where they meet. Station s stops after s + 2 hours. Try: ./braid run -n 4 examples/mpi/Stations.java
 */
public class Stations {
  private static final int TAG = 7;
  private static final int STATIONS_EACH = 3;
  private static final int DISPLAYS_EACH = 2;

  public static void main(String[] args) {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.getRank();
    int size = MPI.COMM_WORLD.getSize();

    // Displays give their names to rank 0, which leads a send slot to each
    List<LocalComm> displays = new ArrayList<>();
    byte[] names = new byte[DISPLAYS_EACH * CommName.BYTES];
    for (int i = 0; i < DISPLAYS_EACH; i++) {
      LocalComm display = LocalComm.create();
      display.addReceiveSlots(1);
      System.arraycopy(display.name().toBytes(), 0, names, i * CommName.BYTES, CommName.BYTES);
      displays.add(display);
    }
    byte[] all = new byte[rank == 0 ? size * names.length : 0];
    MPI.COMM_WORLD.gather(names, DISPLAYS_EACH, CommName.CNAME, all, DISPLAYS_EACH, CommName.CNAME, 0);

    // The place where they meet
    byte[] place = new byte[CommName.BYTES];
    Confluence<double[]> weather = null;
    if (rank == 0) {
      LocalComm object = LocalComm.create();
      object.addReceiveSlots(STATIONS_EACH * size);
      CommName[] named = CommName.all(all);
      for (int i = 0; i < named.length; i++) {
        if (i / DISPLAYS_EACH % 2 == 0) {
          object.addSendSlot(named[i], 0);
        }
      }
      place = object.name().toBytes();
      weather = Confluence.at(object, double[].class, TAG, (parts, receivers) -> Collections.singletonList(summary(parts)));
    }
    MPI.COMM_WORLD.bcast(place, 1, CommName.CNAME, 0);

    // Stations only send, and stop when they like
    for (int i = 0; i < STATIONS_EACH; i++) {
      int station = STATIONS_EACH * rank + i;
      LocalComm sender = LocalComm.create();
      sender.addSendSlot(CommName.get(place, 0), station);
      for (int hour = 0; hour < station + 2; hour++) {
        sender.send(new double[] {10 + station + 0.5 * hour}, 1, MPI.DOUBLE, 0, TAG);
      }
      sender.free();
    }

    // Displays only receive, until all stations have stopped
    if (rank % 2 == 0) {
      for (LocalComm display : displays) {
        int hours = STATIONS_EACH * size + 1;
        for (int hour = 0; hour < hours; hour++) {
          double[] line = new double[3];
          display.recv(line, 3, MPI.DOUBLE, 0, TAG);
          if (rank == 0 && display == displays.getFirst() && hour < 4) {
            System.out.println(String.format(Locale.ROOT, "hour %d: %.0f stations, %.2f to %.2f degrees", hour, line[0], line[1], line[2]));
          }
        }
      }
    }
    if (weather != null) {
      System.out.println("all have stopped after " + weather.await() + " hours");
    }
    displays.forEach(LocalComm::free);
    MPI.Finalize();
  }

  private static double[] summary(List<double[]> parts) {
    double[] summary = {0, Double.MAX_VALUE, -Double.MAX_VALUE};
    parts.stream().filter(Objects::nonNull).forEach(part -> {
      summary[0]++;
      summary[1] = Math.min(summary[1], part[0]);
      summary[2] = Math.max(summary[2], part[0]);
    });
    return summary;
  }
}
