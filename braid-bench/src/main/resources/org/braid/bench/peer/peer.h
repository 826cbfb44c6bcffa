/* What the peers' programs have in common: how figures are counted and printed, and under which conditions they were taken. */
#include <fcntl.h>
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { WINDOW = 64, FLOOR_BLOCKS = 5, FLOOR_TRIPS = 100 };
static int rank, ranks;

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

/* At this thread level, or not at all. */
static void init(int *argc, char ***argv, int level)
{
    int provided;
    MPI_Init_thread(argc, argv, level, &provided);
    if (provided < level) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
}
