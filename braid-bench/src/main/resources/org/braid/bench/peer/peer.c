/* The work of MpiProgram.java (src/main/programs) in C, for the MPI libraries that Braid is compared with.
 * usage: peer latency|bandwidth|rate|collectives|startup SCALE BYTES...
 * Prints one figure a line: <operation> c <bytes> <value> <unit> <floor before> <floor after> still         */
#include "peer.h"

enum { ROOT_ACK = 9 };
static char *out, *in;

static void ping(int bytes, int n)
{
    for (int i = 0; i < n; i++) {
        if (rank == 0) {
            MPI_Send(out, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
            MPI_Recv(in, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(in, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(out, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
        }
    }
}

static void windows(int bytes, int n)
{
    MPI_Request all[WINDOW];
    for (int i = 0; i < n; i++) {
        for (int w = 0; w < WINDOW; w++) {
            if (rank == 0) MPI_Isend(out, bytes, MPI_BYTE, 1, 2, MPI_COMM_WORLD, &all[w]);
            else MPI_Irecv(in, bytes, MPI_BYTE, 0, 2, MPI_COMM_WORLD, &all[w]);
        }
        MPI_Waitall(WINDOW, all, MPI_STATUSES_IGNORE);
        if (rank == 0) MPI_Recv(in, 1, MPI_BYTE, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else MPI_Send(out, 1, MPI_BYTE, 0, 3, MPI_COMM_WORLD);
    }
}

/* The root rotates, and the next root acknowledges to the last one: else only the root's running ahead is measured. */
static void bcast(int bytes, int i)
{
    int root = i % ranks, next = (i + 1) % ranks;
    MPI_Bcast(out, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
    if (rank == next) MPI_Send(in, 0, MPI_BYTE, root, ROOT_ACK, MPI_COMM_WORLD);
    if (rank == root) MPI_Recv(in, 0, MPI_BYTE, next, ROOT_ACK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void collective(const char *what, int bytes, int n)
{
    for (int i = 0; i < n; i++) {
        if (!strcmp(what, "barrier")) MPI_Barrier(MPI_COMM_WORLD);
        else if (!strcmp(what, "bcast")) bcast(bytes, i);
        else if (!strcmp(what, "allreduce")) MPI_Allreduce(out, in, bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        else if (!strcmp(what, "reduce")) MPI_Reduce(out, in, bytes / 8, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
        else if (!strcmp(what, "gather")) MPI_Gather(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
        else if (!strcmp(what, "scatter")) MPI_Scatter(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
        else if (!strcmp(what, "allgather")) MPI_Allgather(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
        else if (!strcmp(what, "alltoall")) MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
        else if (!strcmp(what, "reduce_scatter_block")) MPI_Reduce_scatter_block(out, in, bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        else MPI_Scan(out, in, bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
}

static double timed(void (*work)(int, int), int bytes, int n)
{
    work(bytes, n / 5 + 10);
    begin();
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    work(bytes, n);
    return MPI_Wtime() - start;
}

static double slowest(const char *what, int bytes, int n)
{
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    collective(what, bytes, n);
    double mine = (MPI_Wtime() - start) / n * 1e6, worst;
    MPI_Allreduce(&mine, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return worst;
}

static const char *const sized[] = {"bcast", "reduce", "allreduce", "gather", "scatter", "allgather", "alltoall", "reduce_scatter_block", "scan"};

/* As many calls as fit into the time that one figure may take, as in Counts.collectives. */
static void time_collective(const char *what, int bytes, double scale)
{
    char name[40];
    collective(what, bytes, 5);
    double fit = scale * 400000 / slowest(what, bytes, 5);
    int most = times(scale, bytes), n = fit < 5 ? 5 : fit > most ? most : (int)fit;
    snprintf(name, sizeof name, "%s.np%d", what, ranks);
    begin();
    say(name, bytes, slowest(what, bytes, n), "us");
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const char *what = argc > 1 ? argv[1] : "startup";
    double scale = argc > 2 ? atof(argv[2]) : 1;
    if (strcmp(what, "startup")) share_line();
    if (!strcmp(what, "startup")) printf("hello from %d of %d\n", rank, ranks);
    else if (!strcmp(what, "collectives")) {
        size_t room = 0;
        for (int i = 3; i < argc; i++) if ((size_t)atol(argv[i]) > room) room = (size_t)atol(argv[i]);
        room = room * (size_t)ranks + 8;
        out = buffer(room); in = buffer(room);
        time_collective("barrier", 0, scale);
        for (int i = 3; i < argc; i++) {
            for (size_t each = 0; each < sizeof sized / sizeof *sized; each++) time_collective(sized[each], atoi(argv[i]), scale);
        }
    } else {
        for (int i = 3; i < argc; i++) {
            int bytes = atoi(argv[i]), n = times(scale, bytes);
            out = buffer((size_t)bytes + 1); in = buffer((size_t)bytes + 1);
            if (!strcmp(what, "latency")) say(what, bytes, timed(ping, bytes, n) / n / 2 * 1e6, "us");
            else {
                n = n / 8 + 1;
                double s = timed(windows, bytes, n), messages = (double)n * WINDOW;
                if (!strcmp(what, "rate")) say(what, bytes, messages / s, "msg/s");
                else say(what, bytes, messages * bytes / s / 1e6, "MB/s");
            }
            free(out); free(in);
        }
    }
    MPI_Finalize();
    return 0;
}
