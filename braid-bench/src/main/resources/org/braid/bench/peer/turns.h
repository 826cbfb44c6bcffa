/* As InTurns.java: several kinds of work in turns, block by block; medians of each, and medians of two kinds' ratios within a turn. */
enum { TURNS = 25, MOST_WORKS = 16 };
typedef double (*block)(int work, int calls);
static double took[MOST_WORKS][TURNS];

static int calls_of_turn(int all)
{
    return all / TURNS > 0 ? all / TURNS : 1;
}

/* A turn that does not count comes first. */
static void take_turns(block work, int works, const int *calls)
{
    for (int w = 0; w < works; w++) work(w, calls[w]);
    for (int turn = 0; turn < TURNS; turn++)
        for (int w = 0; w < works; w++) took[w][turn] = work(w, calls[w]);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *values)
{
    double sorted[TURNS];
    memcpy(sorted, values, sizeof sorted);
    qsort(sorted, TURNS, sizeof *sorted, compare);
    return sorted[TURNS / 2];
}

static double ratio(int over, int under)
{
    double ratios[TURNS];
    for (int turn = 0; turn < TURNS; turn++) ratios[turn] = took[over][turn] / took[under][turn];
    return median(ratios);
}
