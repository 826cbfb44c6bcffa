package org.braid.mpi.file;

import java.nio.ByteBuffer;
import java.util.function.IntFunction;
import org.braid.link.Context;
import org.braid.mpi.completion.Completions;
import org.braid.mpi.completion.UnderWay;
import org.braid.mpi.file.disk.IoThreads;

/**
 * What all files of one process work with.
 *
 * @param memory makes memory that other processes of the host may access
 */
public record FileSystem(Context context, Completions completions, UnderWay underWay, IntFunction<ByteBuffer> memory, IoThreads threads) {}
