/* The work of MpiProgram.java (src/main/programs) in C, for the MPI libraries that Braid is compared with.
 * usage: peer latency|bandwidth|rate|collectives|startup SCALE BYTES...
 * Prints one figure a line: <operation> c <bytes> <value> <unit> <floor before> <floor after> still         */
#include <fcntl.h>
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { WINDOW = 64, ROOT_ACK = 9, FLOOR_BLOCKS = 5, FLOOR_TRIPS = 100 };
static int rank, ranks;
static char *out, *in;

static int times(double scale, long bytes)
{
    double n = bytes <= 4096 ? 300000 : bytes <= 65536 ? 10000 : bytes <= 1 << 20 ? 500 : 125;
    return (int)(n * scale) + 1;
}

/* As Floor.java: a word that both ranks of a pair write in turn, in a file that both map. Null for other jobs. */
static _Atomic long *line;
static long turn;
static double floor_before;

static void share_line(void)
{
    char name[] = "/tmp/braid-bench-floor-XXXXXX";
    int file = -1;
    if (ranks != 2) return;
    if (rank == 0 && ((file = mkstemp(name)) < 0 || ftruncate(file, 4096) < 0)) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (rank == 1) file = open(name, O_RDWR);
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (page == MAP_FAILED) MPI_Abort(MPI_COMM_WORLD, 1);
    line = page;
    close(file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) unlink(name);
}

static void line_trips(int n)
{
    for (int i = 0; i < n; i++, turn += 2) {
        if (rank == 0) {
            atomic_store_explicit(line, turn + 1, memory_order_release);
            while (atomic_load_explicit(line, memory_order_acquire) != turn + 2) ;
        } else {
            while (atomic_load_explicit(line, memory_order_acquire) != turn + 1) ;
            atomic_store_explicit(line, turn + 2, memory_order_release);
        }
    }
}

/* Nanoseconds for one way, the best block; both ranks call this together. */
static double floor_ns(void)
{
    double best = 0;
    if (!line) return 0;
    line_trips(FLOOR_TRIPS);
    for (int block = 0; block < FLOOR_BLOCKS; block++) {
        double start = MPI_Wtime();
        line_trips(FLOOR_TRIPS);
        double ns = (MPI_Wtime() - start) / FLOOR_TRIPS / 2 * 1e9;
        if (block == 0 || ns < best) best = ns;
    }
    return best;
}

/* Every rank calls this, right after it has measured; it calls begin before that. */
static void say(const char *what, long bytes, double value, const char *unit)
{
    double floor_after = floor_ns();
    if (rank == 0) {
        printf("%s c %ld %.6g %s %.1f %.1f still\n", what, bytes, value, unit, floor_before, floor_after);
        fflush(stdout);
    }
}

static void begin(void)
{
    floor_before = floor_ns();
}

/* Written, not only reserved: untouched pages would all be the kernel's one page of zeros, which never leaves the cache. */
static char *buffer(size_t bytes)
{
    char *memory = malloc(bytes);
    if (!memory) MPI_Abort(MPI_COMM_WORLD, 1);
    return memset(memory, 1, bytes);
}

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
        else MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
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
            time_collective("bcast", atoi(argv[i]), scale);
            time_collective("allreduce", atoi(argv[i]), scale);
            time_collective("alltoall", atoi(argv[i]), scale);
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
