/* The work of ThreadsProgram.java in C. usage: threads threads SCALE BYTES... */
#include <pthread.h>
#include "peer.h"
#include "turns.h"

enum { KINDS = 4, MOST_THREADS = 32, TRIAL = 64, SLOWEST = 20000 };
static const int threads[KINDS] = {1, 2, 8, MOST_THREADS};
static int bytes, windows;

static void *exchange(void *number)
{
    int tag = 2 * (int)(size_t)number;
    char ack = 0, *data = buffer((size_t)bytes + 1);
    MPI_Request all[WINDOW];
    for (int i = 0; i < windows; i++) {
        for (int w = 0; w < WINDOW; w++) {
            if (rank == 0) MPI_Isend(data, bytes, MPI_BYTE, 1, tag, MPI_COMM_WORLD, &all[w]);
            else MPI_Irecv(data, bytes, MPI_BYTE, 0, tag, MPI_COMM_WORLD, &all[w]);
        }
        MPI_Waitall(WINDOW, all, MPI_STATUSES_IGNORE);
        if (rank == 0) MPI_Recv(&ack, 1, MPI_BYTE, 1, tag + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else MPI_Send(&ack, 1, MPI_BYTE, 0, tag + 1, MPI_COMM_WORLD);
    }
    free(data);
    return NULL;
}

/* Messages a second, of all threads. */
static double rate(int kind, int windows_each)
{
    pthread_t all[MOST_THREADS];
    windows = windows_each;
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (int t = 0; t < threads[kind]; t++)
        if (pthread_create(&all[t], NULL, exchange, (void *)(size_t)t)) MPI_Abort(MPI_COMM_WORLD, 1);
    for (int t = 0; t < threads[kind]; t++) pthread_join(all[t], NULL);
    return (double)threads[kind] * windows_each * WINDOW / (MPI_Wtime() - start);
}

/* So many for each thread as fit into a turn; none where a library's threads are in each other's way so much that turns would take minutes. Rank 0 says it. */
static int fitting(int kind, double scale)
{
    int trial = TRIAL / threads[kind], most = times(scale, bytes) / 8 + 1;
    double messages = rate(kind, trial), fit = messages / WINDOW / threads[kind] * 0.1 * scale;
    int n = messages < SLOWEST ? 0 : fit < 1 ? 1 : fit > most ? most : (int)fit;
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return n;
}

int main(int argc, char **argv)
{
    char name[40];
    int each[KINDS];
    init(&argc, &argv, MPI_THREAD_MULTIPLE);
    share_line();
    double scale = atof(argv[2]);
    for (int i = 3; i < argc; i++) {
        bytes = atoi(argv[i]);
        int kinds = 0;
        while (kinds < KINDS && (each[kinds] = fitting(kinds, scale)) > 0) kinds++;
        begin();
        take_turns(rate, kinds, each);
        for (int k = 0; k < kinds; k++) {
            snprintf(name, sizeof name, "threads.%d", threads[k]);
            say(name, bytes, median(took[k]), "msg/s");
            snprintf(name, sizeof name, "threads.%d.share", threads[k]);
            if (k > 0) say(name, bytes, ratio(k, 0), "share");
        }
    }
    MPI_Finalize();
    return 0;
}
