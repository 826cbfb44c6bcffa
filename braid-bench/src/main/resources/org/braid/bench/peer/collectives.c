/* The work of CollectivesProgram.java (src/main/programs) in C, for the MPI libraries that Braid is compared with.
 * usage: collectives SCALE NAME,NAME... BYTES...
 * A size is that of the vector, or of each block; blocks of unequal lengths (.uneven) have it in the mean: block k has 2k/(P-1) of it.
 * Prints one figure a line: <operation>.np<ranks> c <bytes> <us> us <floor before> <floor after> still                               */
#include "peer.h"

enum { ROOT_ACK = 9, LEAST_BLOCKS = 4, GRID_DIMENSIONS = 2 };

static char *out, *in;                   /* as many bytes as all blocks have */
static int bytes, terms;                 /* of a block; the doubles in it */
static int *counts, *places;             /* block r, of rank r */
static int *each, *apart;                /* block r, of this rank and rank r: of an alltoall both ways */
static int *sums;                        /* the doubles of block r */
static MPI_Datatype *plain;
static MPI_Comm grid = MPI_COMM_NULL;

static int share(int whole, int block, int uneven) { return uneven ? (int)(2L * whole * block / (ranks - 1)) : whole; }

static void lay(int uneven)
{
    for (int r = 0, place = 0, distance = 0; r < ranks; place += counts[r], distance += each[r], r++) {
        counts[r] = share(bytes, r, uneven); places[r] = place;
        each[r] = share(bytes, (rank + r) % ranks, uneven); apart[r] = distance;
        sums[r] = share(terms, r, uneven);
    }
}

/* The root rotates, and the next root acknowledges to the last one: else only the root's running ahead is measured. */
static void bcast(int i)
{
    int root = i % ranks, next = (i + 1) % ranks;
    MPI_Bcast(out, bytes, MPI_BYTE, root, MPI_COMM_WORLD);
    if (rank == next) MPI_Send(in, 0, MPI_BYTE, root, ROOT_ACK, MPI_COMM_WORLD);
    if (rank == root) MPI_Recv(in, 0, MPI_BYTE, next, ROOT_ACK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void barrier(int i) { (void)i; MPI_Barrier(MPI_COMM_WORLD); }
static void reduce(int i) { (void)i; MPI_Reduce(out, in, terms, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD); }
static void allreduce(int i) { (void)i; MPI_Allreduce(out, in, terms, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }
static void gather(int i) { (void)i; MPI_Gather(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, 0, MPI_COMM_WORLD); }
static void scatter(int i) { (void)i; MPI_Scatter(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, 0, MPI_COMM_WORLD); }
static void allgather(int i) { (void)i; MPI_Allgather(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD); }
static void alltoall(int i) { (void)i; MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD); }
static void reduce_scatter_block(int i) { (void)i; MPI_Reduce_scatter_block(out, in, terms, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }
static void scan(int i) { (void)i; MPI_Scan(out, in, terms, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }
static void exscan(int i) { (void)i; MPI_Exscan(out, in, terms, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }

static void gatherv(int i) { (void)i; MPI_Gatherv(out, counts[rank], MPI_BYTE, in, counts, places, MPI_BYTE, 0, MPI_COMM_WORLD); }
static void scatterv(int i) { (void)i; MPI_Scatterv(out, counts, places, MPI_BYTE, in, counts[rank], MPI_BYTE, 0, MPI_COMM_WORLD); }
static void allgatherv(int i) { (void)i; MPI_Allgatherv(out, counts[rank], MPI_BYTE, in, counts, places, MPI_BYTE, MPI_COMM_WORLD); }
static void alltoallv(int i) { (void)i; MPI_Alltoallv(out, each, apart, MPI_BYTE, in, each, apart, MPI_BYTE, MPI_COMM_WORLD); }
static void alltoallw(int i) { (void)i; MPI_Alltoallw(out, each, apart, plain, in, each, apart, plain, MPI_COMM_WORLD); }
static void reduce_scatter(int i) { (void)i; MPI_Reduce_scatter(out, in, sums, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }

static void neighbor_allgather(int i) { (void)i; MPI_Neighbor_allgather(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, grid); }
static void neighbor_alltoall(int i) { (void)i; MPI_Neighbor_alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, grid); }

typedef void (*work)(int);
static const struct { const char *name; work once; } all[] = {
    {"barrier", barrier}, {"bcast", bcast}, {"reduce", reduce}, {"allreduce", allreduce}, {"gather", gather}, {"scatter", scatter}, {"allgather", allgather},
    {"alltoall", alltoall}, {"reduce_scatter_block", reduce_scatter_block}, {"scan", scan}, {"exscan", exscan}, {"gatherv", gatherv}, {"scatterv", scatterv},
    {"allgatherv", allgatherv}, {"alltoallv", alltoallv}, {"alltoallw", alltoallw}, {"reduce_scatter", reduce_scatter},
    {"neighbor_allgather", neighbor_allgather}, {"neighbor_alltoall", neighbor_alltoall}};

static work named(const char *name)
{
    size_t length = strcspn(name, ".");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strlen(all[i].name) == length && !strncmp(all[i].name, name, length)) return all[i].once;
    }
    fprintf(stderr, "collectives.c knows no '%s'\n", name);
    MPI_Abort(MPI_COMM_WORLD, 1);
    return NULL;
}

static double slowest(work once, int n)
{
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (int i = 0; i < n; i++) once(i);
    double mine = (MPI_Wtime() - start) / n * 1e6, worst;
    MPI_Allreduce(&mine, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return worst;
}

/* As many calls as fit into the time that one figure may take, as in Counts.collectives. */
static void measure(const char *name, int size, double scale)
{
    char said[60];
    work once = named(name);
    bytes = size; terms = size / (int)sizeof(double);
    lay(strchr(name, '.') != NULL);
    for (int i = 0; i < 5; i++) once(i);
    double fit = scale * 400000 / slowest(once, 5);
    int most = times(scale, bytes), n = fit < 5 ? 5 : fit > most ? most : (int)fit;
    snprintf(said, sizeof said, "%s.np%d", name, ranks);
    begin();
    say(said, bytes, slowest(once, n), "us");
}

/* Round in each direction; of two or three ranks a ring. */
static void make_grid(void)
{
    int sizes[GRID_DIMENSIONS] = {0}, round[GRID_DIMENSIONS] = {1, 1}, dimensions = ranks < 4 ? 1 : GRID_DIMENSIONS;
    MPI_Dims_create(ranks, dimensions, sizes);
    MPI_Cart_create(MPI_COMM_WORLD, dimensions, sizes, round, 0, &grid);
}

static int *numbers(void) { return (int *)buffer((size_t)ranks * sizeof(int)); }

int main(int argc, char **argv)
{
    init(&argc, &argv, MPI_THREAD_SINGLE);
    share_line();
    double scale = atof(argv[1]);
    size_t room = 0;
    for (int i = 3; i < argc; i++) if ((size_t)atol(argv[i]) > room) room = (size_t)atol(argv[i]);
    room = room * (size_t)(ranks > LEAST_BLOCKS ? ranks : LEAST_BLOCKS) + 8;
    out = buffer(room); in = buffer(room);
    counts = numbers(); places = numbers(); each = numbers(); apart = numbers(); sums = numbers();
    plain = (MPI_Datatype *)buffer((size_t)ranks * sizeof *plain);
    for (int r = 0; r < ranks; r++) plain[r] = MPI_BYTE;
    make_grid();
    for (int i = 3; i < argc; i++) {
        char names[1000];
        snprintf(names, sizeof names, "%s", argv[2]);
        for (char *name = strtok(names, ","); name; name = strtok(NULL, ",")) {
            int sizeless = !strcmp(name, "barrier");
            if (!sizeless || i == 3) measure(name, sizeless ? 0 : atoi(argv[i]), scale);
        }
    }
    MPI_Finalize();
    return 0;
}
