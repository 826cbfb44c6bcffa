package org.braid.mpi.liveness.deadlock;

/**
 * One wait of one rank.
 *
 * @param rank who waits, by its number in the job
 * @param number counts the waits of that rank, from 1
 */
public record Wait(long rank, int number) {}
