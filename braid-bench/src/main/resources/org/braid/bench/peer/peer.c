/* The work of MpiProgram.java (src/main/programs) in C, for the MPI libraries that Braid is compared with.
 * usage: peer latency|bandwidth|rate|startup SCALE BYTES...
 * Prints one figure a line: <operation> c <bytes> <value> <unit> <floor before> <floor after> still         */
#include "peer.h"

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

static double timed(void (*work)(int, int), int bytes, int n)
{
    work(bytes, n / 5 + 10);
    begin();
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    work(bytes, n);
    return MPI_Wtime() - start;
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
    else {
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
