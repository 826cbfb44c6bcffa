/* The work of JobProgram.java and CurveProgram.java (src/main/programs) in C, for the MPI libraries that Braid is compared with.
 * usage: job trips|reduce|gather COUNT BYTES           a whole job, timed from outside
 *        job curve trips|reduce SPAN_MS BYTES          prints, for each 50 ms after Init: curve.WHAT.npN.atMS c BYTES VALUE us   */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 1, BIN_MS = 50 };
static const double STOP = 1e9;
static int rank, ranks, bytes;
static char *data, *all;

static void check(int holds)
{
    if (!holds) {
        fprintf(stderr, "the job got other bytes than were sent\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* Each rank adds one to the first byte on its way. */
static void trip(void)
{
    if (rank == 0) {
        data[0]++;
        MPI_Send(data, bytes, MPI_BYTE, 1, TAG, MPI_COMM_WORLD);
        MPI_Recv(data, bytes, MPI_BYTE, 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Recv(data, bytes, MPI_BYTE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        data[0]++;
        MPI_Send(data, bytes, MPI_BYTE, 0, TAG, MPI_COMM_WORLD);
    }
}

static double sum(double term)
{
    double *terms = (double *)data, *sums = (double *)all;
    terms[0] = term;
    MPI_Allreduce(terms, sums, bytes / (int)sizeof(double), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sums[0];
}

static void job(const char *what, int count)
{
    if (!strcmp(what, "trips")) {
        for (int i = 0; i < count; i++) trip();
        check(rank > 1 || data[0] == (char)(2 * count));
    } else if (!strcmp(what, "reduce")) {
        double got = 0;
        for (int i = 0; i < count; i++) got = sum(rank + i);
        check(got == ranks * (ranks - 1) / 2.0 + (double)ranks * (count - 1));
    } else {
        for (int i = 0; i < count; i++) {
            data[0] = (char)(rank + i);
            MPI_Allgather(data, bytes, MPI_BYTE, all, bytes, MPI_BYTE, MPI_COMM_WORLD);
        }
        for (int from = 0; from < ranks; from++) check(all[(size_t)from * bytes] == (char)(from + count - 1));
    }
}

/* Rank 0's clock alone ends it for all: by the first byte of the last message, or by a term that no sum of others reaches. */
static int again(int is_trips, int go_on)
{
    if (!is_trips) return sum(go_on || rank > 0 ? 1 : STOP) < STOP;
    if (rank == 0) data[0] = (char)(go_on ? 1 : 2);
    if (rank == 0) MPI_Send(data, bytes, MPI_BYTE, 1, TAG, MPI_COMM_WORLD);
    if (rank <= 1) MPI_Recv(data, bytes, MPI_BYTE, 1 - rank, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1) MPI_Send(data, bytes, MPI_BYTE, 0, TAG, MPI_COMM_WORLD);
    return data[0] != 2;
}

/* What an operation took that ended in a bin, in the mean; a bin in which none ended was waited through by the next one. */
static void curve(const char *what, int span_ms)
{
    int is_trips = !strcmp(what, "trips"), bins = span_ms / BIN_MS;
    check(bins > 0);
    double *took = calloc((size_t)bins, sizeof *took), *times = calloc((size_t)bins, sizeof *times);
    double start = MPI_Wtime(), before = start, mean = 0;
    while (again(is_trips, before - start < span_ms / 1e3)) {
        double now = MPI_Wtime();
        int bin = (int)((now - start) * 1e3 / BIN_MS);
        if (bin < bins) {
            took[bin] += now - before;
            times[bin]++;
        } else if (times[bins - 1] == 0) {
            took[bins - 1] = now - before;
            times[bins - 1] = 1;
        }
        before = now;
    }
    for (int bin = bins - 1; bin >= 0; bin--) {
        if (times[bin] == 0) times[bin] = 1, took[bin] = mean;
        mean = took[bin] / times[bin];
    }
    for (int bin = 0; bin < bins && rank == 0; bin++)
        printf("curve.%s.np%d.at%d c %d %.6g us\n", what, ranks, (bin + 1) * BIN_MS, bytes, took[bin] / times[bin] * 1e6 / (is_trips ? 2 : 1));
    free(took); free(times);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int is_curve = argc > 4 && !strcmp(argv[1], "curve");
    check(argc > 3 + is_curve);
    bytes = atoi(argv[3 + is_curve]);
    data = calloc((size_t)bytes, 1);
    all = calloc((size_t)bytes * (size_t)ranks, 1);
    if (is_curve) curve(argv[2], atoi(argv[3]));
    else job(argv[1], atoi(argv[2]));
    free(data); free(all);
    MPI_Finalize();
    return 0;
}
