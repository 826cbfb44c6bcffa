package org.braid.boot.hosts;

import java.util.Arrays;
import java.util.List;
import org.braid.boot.ticket.Spread;

/** Which rank of a job is on which host, in any placement: blocks, cyclic, or none that has a name. As the job's server has it, whole; ranks ask for a {@link HostPage} when they need one. Unchanging. */
public final class HostMap {
    private final int[] hostOf;
    private final List<JobHost> hosts;
    private final int[][] ranksOn;
    private final Measured measured;
    private final List<Part> parts;
    private final Parting parting;

    /**
     * Takes over what is known.
     *
     * @param hostOf the number of the host of each rank
     * @param hosts each at its number
     * @throws IllegalArgumentException if a rank is on no host, or a host does not have as many ranks as it says
     */
    public HostMap(int[] hostOf, List<JobHost> hosts) {
        this(hostOf, hosts, Measured.NONE, List.of());
    }

    /**
     * Likewise.
     *
     * @param measured by what the hosts' sites and clusters were found, if nobody has named them
     * @param bound to which part of its host each rank is bound, and in which process it is; empty if nothing is known of that
     * @throws IllegalArgumentException likewise
     */
    public HostMap(int[] hostOf, List<JobHost> hosts, Measured measured, List<Part> bound) {
        this.hostOf = hostOf.clone();
        this.hosts = List.copyOf(hosts);
        this.measured = measured;
        this.parts = Parts.parting(hostOf, bound);
        this.parting = parting(parts);
        this.ranksOn = new int[hosts.size()][];
        for (int number = 0; number < ranksOn.length; number++) {
            ranksOn[number] = new int[hosts.get(number).ranks()];
        }
        int[] found = new int[hosts.size()];
        for (int rank = 0; rank < hostOf.length; rank++) {
            int host = hostOf[rank];
            if (host < 0 || host >= found.length || found[host] == ranksOn[host].length) {
                throw new IllegalArgumentException("rank " + rank + " is on host " + host + " of " + found.length);
            }
            ranksOn[host][found[host]++] = rank;
        }
        for (int number = 0; number < found.length; number++) {
            if (hosts.get(number).number() != number || found[number] != ranksOn[number].length) {
                throw new IllegalArgumentException("host " + number + " has " + found[number] + " ranks");
            }
        }
    }

    /** How many ranks the job has. */
    public int size() {
        return hostOf.length;
    }

    /** All hosts, each at its number. */
    public List<JobHost> hosts() {
        return hosts;
    }

    /** By what sites and clusters were found, if nobody has named them. */
    public Measured measured() {
        return measured;
    }

    private static Parting parting(List<Part> parts) {
        boolean byCores = false;
        boolean byProcesses = false;
        for (Part part : parts) {
            byCores |= part.isBound();
            byProcesses |= part.process() >= 0;
        }
        return new Parting(byCores, byProcesses);
    }

    /** By what ranks of any host are parted. */
    public Parting parting() {
        return parting;
    }

    /** What parts a rank from others of its host; {@link Part#NONE} if nothing does. */
    public Part partOf(int rank) {
        return parts.isEmpty() ? Part.NONE : parts.get(rank);
    }

    /** The host that a rank is on. */
    public JobHost hostOf(int rank) {
        return hosts.get(hostOf[rank]);
    }

    /** The ranks of a host, lowest first. */
    public int[] ranksOn(JobHost host) {
        return ranksOn[host.number()].clone();
    }

    /** Which of the ranks of its host a rank is, from 0. */
    public int placeOf(int rank) {
        return Arrays.binarySearch(ranksOn[hostOf[rank]], rank);
    }

    /**
     * What every rank is told of it from the start, so that all decide alike: one crowded host makes all wait as on a crowded host.
     *
     * @param launchers how many processes have started ranks
     */
    public Spread spread(int launchers) {
        boolean crowded = false;
        for (JobHost host : hosts) {
            crowded |= host.isCrowded();
        }
        return new Spread(hosts.size(), launchers, crowded, hosts.size() == 1 && parting.isAny()); // of one host nobody would ask for the map else
    }

    /**
     * The page of the map that begins with a rank.
     *
     * @param count how many ranks are asked for; there may be fewer in it, but always the first
     * @param mostBytes how long it may be, at least {@link HostPage#LEAST_BYTES}
     */
    public byte[] page(int first, int count, int mostBytes) {
        return HostPage.encode(this, first, count, mostBytes);
    }
}
