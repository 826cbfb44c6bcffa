package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.Serializable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reductions of objects whose stream is longer than a piece: every mixture of long and short operands, which are combined in the order of ranks. */
@Timeout(120)
class ReducedObjectsTest {
  private static final int MIB = 1 << 20;

  /** A word, and so many bytes beside it. */
  static final class Term implements Serializable {
    private static final long serialVersionUID = 1L;
    final String word;
    final byte[] bytes;

    Term(String word, int length) {
      this.word = word;
      this.bytes = new byte[length];
    }
  }

  /** Not commutative: words follow each other. */
  static final class Append extends User_function {
    static int most; // bytes of an operand

    @Override
    public void Call(Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype type) {
      for (int i = 0; i < count; i++) {
        Term left = (Term) ((Object[]) in)[inOffset + i];
        Term right = (Term) ((Object[]) inout)[inoutOffset + i];
        most = Math.max(most, Math.max(left.bytes.length, right.bytes.length));
        ((Object[]) inout)[inoutOffset + i] = new Term(left.word + right.word, 0);
      }
    }
  }

  @Test
  void everyMixtureOfLongAndShortOperandsIsCombinedInOrder() {
    for (int size : new int[] {1, 2, 3, 4}) {
      ThreadRanks.run(size, Mixtures.class);
    }
  }

  static final class Mixtures extends BroadcastObjectsTest.Job {
    @Override
    void exchange() {
      Op append = new Op(new Append(), false);
      for (int longOnes = 0; longOnes < 1 << size; longOnes++) {
        Object[] mine = {term("" + rank, longOnes), term("" + (char) ('a' + rank), longOnes)};
        Object[] all = new Object[2];
        int root = longOnes % size;
        world.reduce(mine, all, 2, MPI.OBJECT, append, root);
        expect(all, rank == root ? size : 0);
        world.allReduce(mine, all, 2, MPI.OBJECT, append);
        expect(all, size);
        Object[] inPlace = mine.clone();
        world.allReduce(inPlace, 2, MPI.OBJECT, append);
        expect(inPlace, size);
        world.scan(mine, all, 2, MPI.OBJECT, append);
        expect(all, rank + 1);
        Object[] before = new Object[2];
        world.exScan(mine, before, 2, MPI.OBJECT, append);
        expect(before, rank);
        scatter(longOnes, append);
      }
      assertEquals(size == 1 ? 0 : MIB + 1, Append.most, "each rank has statics of its own");
      append.free();
    }

    private Term term(String word, int longOnes) {
      return new Term(word, (longOnes >> rank & 1) == 1 ? MIB + 1 : 3);
    }

    /** What the first ranks have makes. */
    private static void expect(Object[] all, int ranks) {
      for (int i = 0; i < 2; i++) {
        if (ranks == 0) {
          assertNull(all[i]);
        } else {
          String words = i == 0 ? "0123456789" : "abcdefghij";
          assertEquals(words.substring(0, ranks), ((Term) all[i]).word);
        }
      }
    }

    private void scatter(int longOnes, Op append) {
      int[] counts = new int[size];
      Object[] mine = new Object[size + 1];
      for (int r = 0; r < size; r++) {
        counts[r] = r == 0 ? 2 : 1;
      }
      for (int i = 0; i < mine.length; i++) {
        mine[i] = term(rank + "." + i + " ", longOnes);
      }
      Object[] part = new Object[counts[rank]];
      world.reduceScatter(mine, part, counts, MPI.OBJECT, append);
      for (int i = 0; i < part.length; i++) {
        StringBuilder expected = new StringBuilder();
        for (int r = 0; r < size; r++) {
          expected.append(r).append('.').append(rank == 0 ? i : rank + 1).append(' ');
        }
        assertEquals(expected.toString(), ((Term) part[i]).word);
      }
    }
  }

  @Test
  void theyAreCombinedBetweenGroupsToo() {
    for (int size : new int[] {2, 5}) {
      ThreadRanks.run(size, Between.class);
    }
  }

  static final class Between extends BetweenGroups {
    @Override
    void body() {
      Op append = new Op(new Append(), false);
      StringBuilder theirs = new StringBuilder();
      for (int j = 0; j < others; j++) {
        theirs.append(firstOfOthers + j);
      }
      for (int length : new int[] {3, 2 * MIB}) {
        Object[] mine = {new Term("" + me, length)};
        Object[] all = new Object[1];
        inter.allReduce(mine, all, 1, MPI.OBJECT, append);
        assertEquals(theirs.toString(), ((Term) all[0]).word);
        int root = root(false, 0);
        Object[] reduced = new Object[1];
        inter.reduce(mine, reduced, 1, MPI.OBJECT, append, root);
        assertEquals(root == MPI.ROOT ? theirs.toString() : null, reduced[0] instanceof Term term ? term.word : null);
        inter.iAllReduce(mine, all, 1, MPI.OBJECT, append).waitFor();
        assertEquals(theirs.toString(), ((Term) all[0]).word);
      }
      append.free();
      inter.free();
    }
  }
}
