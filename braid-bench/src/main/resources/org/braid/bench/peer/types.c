/* The work of TypesProgram.java in C. usage: types types SCALE BYTES... */
#include "peer.h"
#include "turns.h"

enum { PAYLOAD = 512 << 10, LONGEST = 4 * PAYLOAD };
static char *out, *in;
static MPI_Datatype types[MOST_WORKS];

static double trips(int work, int calls)
{
    double start = MPI_Wtime();
    for (int i = 0; i < calls; i++) {
        if (rank == 0) {
            MPI_Send(out, 1, types[work], 1, 1, MPI_COMM_WORLD);
            MPI_Recv(in, 1, types[work], 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(in, 1, types[work], 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(out, 1, types[work], 0, 1, MPI_COMM_WORLD);
        }
    }
    return (MPI_Wtime() - start) / calls * 1e6;
}

static MPI_Datatype indexed(int count, int doubles)
{
    MPI_Datatype type;
    int *lengths = malloc(sizeof(int) * count), *starts = malloc(sizeof(int) * count);
    if (!lengths || !starts) MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < count; i++) {
        lengths[i] = doubles;
        starts[i] = 3 * doubles * i + i % 2 * doubles;
    }
    MPI_Type_indexed(count, lengths, starts, MPI_DOUBLE, &type);
    free(lengths); free(starts);
    return type;
}

int main(int argc, char **argv)
{
    char name[MOST_WORKS][40], share[48];
    int works = 1, calls[MOST_WORKS];
    init(&argc, &argv, MPI_THREAD_SINGLE);
    share_line();
    double scale = atof(argv[2]);
    out = buffer(LONGEST); in = buffer(LONGEST);
    strcpy(name[0], "types.contiguous");
    MPI_Type_contiguous(PAYLOAD / 8, MPI_DOUBLE, &types[0]);
    for (int i = 3; i < argc && works + 1 < MOST_WORKS; i++) {
        int bytes = atoi(argv[i]), doubles = bytes / 8;
        snprintf(name[works], sizeof *name, "types.vector.%d", bytes);
        MPI_Type_vector(PAYLOAD / bytes, doubles, 2 * doubles, MPI_DOUBLE, &types[works++]);
        snprintf(name[works], sizeof *name, "types.indexed.%d", bytes);
        types[works++] = indexed(PAYLOAD / bytes, doubles);
    }
    for (int w = 0; w < works; w++) {
        MPI_Type_commit(&types[w]);
        calls[w] = calls_of_turn(times(scale, PAYLOAD));
    }
    begin();
    take_turns(trips, works, calls);
    for (int w = 0; w < works; w++) {
        say(name[w], PAYLOAD, median(took[w]) / 2, "us");
        snprintf(share, sizeof share, "%s.share", name[w]);
        if (w > 0) say(share, PAYLOAD, ratio(0, w), "share");
    }
    MPI_Finalize();
    return 0;
}
