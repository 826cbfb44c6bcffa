/* The work of CallsProgram.java in C. usage: calls calls SCALE */
#include "peer.h"
#include "turns.h"

enum { COPIES = 20, MESSAGE = 0, PUT = 1, FETCH = 2, DUP = 0, ALLREDUCE = 1 };
static MPI_Win window;
static char out[8], in[8];

static void ping(void)
{
    if (rank == 0) {
        MPI_Send(out, 8, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
        MPI_Recv(in, 8, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(in, 8, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(out, 8, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
}

/* Rank 0 reaches into memory of rank 1, which waits in a barrier; a message is one way. */
static double access_window(int work, int calls)
{
    long one = 1, before;
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (int i = 0; i < calls; i++) {
        if (work == MESSAGE) ping();
        else if (rank == 0) {
            if (work == PUT) MPI_Put(out, 8, MPI_BYTE, 1, 0, 8, MPI_BYTE, window);
            else MPI_Fetch_and_op(&one, &before, MPI_LONG, 1, 0, MPI_SUM, window);
            MPI_Win_flush(1, window);
        }
    }
    double us = (MPI_Wtime() - start) / calls * 1e6;
    MPI_Barrier(MPI_COMM_WORLD);
    return work == MESSAGE ? us / 2 : us;
}

static void accesses(double scale)
{
    void *memory;
    int calls[3];
    for (int w = 0; w < 3; w++) calls[w] = calls_of_turn(times(scale, 8));
    MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    memset(memory, 0, 8);
    MPI_Win_lock_all(0, window);
    begin();
    take_turns(access_window, 3, calls);
    say("calls.message", 8, median(took[MESSAGE]), "us");
    say("calls.put", 8, median(took[PUT]), "us");
    say("calls.put-over-message", 8, ratio(PUT, MESSAGE), "times");
    say("calls.fetch-and-op", 8, median(took[FETCH]), "us");
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
}

static double copy_or_reduce(int work, int calls)
{
    MPI_Comm copies[COPIES];
    double term = 1, sum;
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (int i = 0; i < calls; i++) {
        if (work == DUP) MPI_Comm_dup(MPI_COMM_WORLD, &copies[i]);
        else MPI_Allreduce(&term, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    double us = (MPI_Wtime() - start) / calls * 1e6;
    for (int i = 0; work == DUP && i < calls; i++) MPI_Comm_free(&copies[i]);
    return us;
}

static void copies(double scale)
{
    char name[40];
    double fit = scale * 20000 / copy_or_reduce(ALLREDUCE, COPIES);
    int most = times(scale, 8), calls[2] = {COPIES, fit < 1 ? 1 : fit > most ? most : (int)fit};
    MPI_Bcast(calls, 2, MPI_INT, 0, MPI_COMM_WORLD);
    begin();
    take_turns(copy_or_reduce, 2, calls);
    snprintf(name, sizeof name, "calls.dup.np%d", ranks);
    say(name, 8, median(took[DUP]), "us");
    snprintf(name, sizeof name, "calls.allreduce.np%d", ranks);
    say(name, 8, median(took[ALLREDUCE]), "us");
    snprintf(name, sizeof name, "calls.dup-over-allreduce.np%d", ranks);
    say(name, 8, ratio(DUP, ALLREDUCE), "times");
}

int main(int argc, char **argv)
{
    init(&argc, &argv, MPI_THREAD_SINGLE);
    share_line();
    if (ranks == 2) accesses(atof(argv[2]));
    copies(atof(argv[2]));
    MPI_Finalize();
    return 0;
}
