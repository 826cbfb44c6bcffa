package mpi;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An ordered set of processes of the job; pure, no communication. A process is named by its rank in COMM_WORLD. */
public class Group implements Freeable {
  private static final Group NOBODY = new Group(new int[0], Constants.UNDEFINED);

  private final int[] members;
  private final int self;
  private boolean isNull;
  private boolean isPredefined;

  /** The group of {@code members}, world ranks without duplicates, seen by the process {@code self}. */
  Group(int[] members, int self) {
    this.members = members;
    this.self = self;
  }

  static Group empty() {
    Group empty = new Group(new int[0], Constants.UNDEFINED);
    empty.isPredefined = true;
    return empty;
  }

  static Group none() {
    Group none = empty();
    none.isNull = true;
    return none;
  }

  int[] members() {
    checkAlive();
    return members;
  }

  private void checkAlive() {
    if (isNull) {
      throw new MPIException(ErrorClasses.ERR_GROUP, "the group is MPI.GROUP_NULL or was freed");
    }
  }

  /** Number of members. */
  public int getSize() {
    return members().length;
  }

  /** As {@link #getSize}, in mpiJava's spelling (MPI 4.1, section 7.3.1). */
  public int Size() {
    return getSize();
  }

  /** Rank of the calling process, or UNDEFINED if it is not a member. */
  public int getRank() {
    return rankOf(self);
  }

  /** As {@link #getRank}, in mpiJava's spelling (MPI 4.1, section 7.3.1). */
  public int Rank() {
    return getRank();
  }

  /** Rank of the process with world rank {@code process}, or UNDEFINED. */
  int rankOf(int process) {
    int[] all = members();
    for (int rank = 0; rank < all.length; rank++) {
      if (all[rank] == process) {
        return rank;
      }
    }
    return Constants.UNDEFINED;
  }

  /** IDENT: same members in the same order; SIMILAR: same members; else UNEQUAL. */
  public static int compare(Group group1, Group group2) {
    given(group1, group2);
    if (Arrays.equals(group1.members(), group2.members())) {
      return Constants.IDENT;
    }
    boolean same = group1.getSize() == group2.getSize() && intersection(group1, group2).getSize() == group1.getSize();
    return same ? Constants.SIMILAR : Constants.UNEQUAL;
  }

  /** As {@link #compare}, in mpiJava's spelling (MPI 4.1, section 7.3.1). */
  public static int Compare(Group group1, Group group2) {
    return compare(group1, group2);
  }

  /** Ranks in {@code group2} of the given ranks of {@code group1}; UNDEFINED for those who are not in it. */
  public static int[] translateRanks(Group group1, int[] ranks1, Group group2) {
    given(group1, group2);
    givenRanks(ranks1);
    int[] ranks2 = new int[ranks1.length];
    for (int i = 0; i < ranks1.length; i++) {
      ranks2[i] = ranks1[i] == Constants.PROC_NULL ? Constants.PROC_NULL : group2.rankOf(group1.member(ranks1[i]));
    }
    return ranks2;
  }

  /** As {@link #translateRanks}, in mpiJava's spelling (MPI 4.1, section 7.3.1). */
  public static int[] Translate_ranks(Group group1, int[] ranks1, Group group2) {
    return translateRanks(group1, ranks1, group2);
  }

  /** All of {@code group1}, then those of {@code group2} that are not in it. */
  public static Group union(Group group1, Group group2) {
    given(group1, group2);
    int[] all = Arrays.copyOf(group1.members(), group1.getSize() + group2.getSize());
    int n = group1.getSize();
    for (int process : group2.members()) {
      if (group1.rankOf(process) == Constants.UNDEFINED) {
        all[n++] = process;
      }
    }
    return group1.of(Arrays.copyOf(all, n), group2);
  }

  /** As {@link #union}, in mpiJava's spelling (MPI 4.1, section 7.3.2). */
  public static Group Union(Group group1, Group group2) {
    return union(group1, group2);
  }

  /** Those of {@code group1} that are in {@code group2} too, in the order of {@code group1}. */
  public static Group intersection(Group group1, Group group2) {
    given(group1, group2);
    return group1.filtered(group2, true);
  }

  /** As {@link #intersection}, in mpiJava's spelling (MPI 4.1, section 7.3.2). */
  public static Group Intersection(Group group1, Group group2) {
    return intersection(group1, group2);
  }

  /** Those of {@code group1} that are not in {@code group2}. */
  public static Group difference(Group group1, Group group2) {
    given(group1, group2);
    return group1.filtered(group2, false);
  }

  /** As {@link #difference}, in mpiJava's spelling (MPI 4.1, section 7.3.2). */
  public static Group Difference(Group group1, Group group2) {
    return difference(group1, group2);
  }

  private Group filtered(Group other, boolean inOther) {
    int[] kept = members().clone();
    int n = 0;
    for (int process : members) {
      if ((other.rankOf(process) != Constants.UNDEFINED) == inOther) {
        kept[n++] = process;
      }
    }
    return of(Arrays.copyOf(kept, n), other);
  }

  /** The members with the given ranks, in that order. */
  public Group incl(int[] ranks) {
    givenRanks(ranks);
    int[] chosen = new int[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      chosen[i] = member(ranks[i]);
    }
    checkDistinct(ranks);
    return of(chosen, NOBODY);
  }

  /** As {@link #incl}, in mpiJava's spelling (MPI 4.1, section 7.3.2). */
  public Group Incl(int[] ranks) {
    return incl(ranks);
  }

  /** All members but those with the given ranks. */
  public Group excl(int[] ranks) {
    return difference(this, incl(ranks));
  }

  /** As {@link #excl}, in mpiJava's spelling (MPI 4.1, section 7.3.2). */
  public Group Excl(int[] ranks) {
    return excl(ranks);
  }

  /** As {@link #incl}, the ranks given as triplets (first, last, stride). */
  public Group rangeIncl(int[][] ranges) {
    return incl(RankRanges.expand(ranges, getSize()));
  }

  /** As {@link #rangeIncl}, in mpiJava's spelling (MPI 4.1, section 7.3.2). */
  public Group Range_incl(int[][] ranges) {
    return rangeIncl(ranges);
  }

  /** As {@link #excl}, the ranks given as triplets (first, last, stride). */
  public Group rangeExcl(int[][] ranges) {
    return excl(RankRanges.expand(ranges, getSize()));
  }

  /** As {@link #rangeExcl}, in mpiJava's spelling (MPI 4.1, section 7.3.2). */
  public Group Range_excl(int[][] ranges) {
    return rangeExcl(ranges);
  }

  private static void given(Group group1, Group group2) {
    Arguments.group(group1, "Group").checkAlive();
    Arguments.group(group2, "Group").checkAlive();
  }

  private static void givenRanks(int[] ranks) {
    Arguments.given(ranks, ErrorClasses.ERR_ARG, "Group: the array of ranks");
  }

  /** Gives the group back. {@code MPI.GROUP_EMPTY} stays what it is. */
  @Override
  public void free() {
    members(); // throws if it was freed before
    isNull = !isPredefined;
  }

  /** Whether this is MPI.GROUP_NULL, or was freed. */
  public boolean isNull() {
    return isNull;
  }

  private Group of(int[] newMembers, Group other) {
    return new Group(newMembers, self != Constants.UNDEFINED ? self : other.self);
  }

  private int member(int rank) {
    if (rank < 0 || rank >= getSize()) {
      throw new MPIException(ErrorClasses.ERR_RANK, "rank " + rank + " is not in the group of " + getSize() + " processes");
    }
    return members[rank];
  }

  private static void checkDistinct(int[] ranks) {
    int[] sorted = ranks.clone();
    Arrays.sort(sorted);
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] == sorted[i - 1]) {
        throw new MPIException(ErrorClasses.ERR_RANK, "rank " + sorted[i] + " is listed twice");
      }
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Group that && isNull == that.isNull && Arrays.equals(members, that.members);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(members);
  }
}
