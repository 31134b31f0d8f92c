/* Shared by the scanners of all games: a cursor over bytes, and the loop over the lines of a file.
 *
 * A scanner includes this, defines `line`, and ends with SCANNER. In handwritten C, it makes the same
 * checks as kifu's skimmer, to show what a compiler can do:
 *
 *     cc -O3 -o scanner goita.c && ./scanner matches.jsonl REPEATS
 *
 * It prints how many records, rounds and plies it accepts, and the seconds of processor time. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A longer line may have more values than a record may have. */
#define LONGEST 500000

typedef struct { const char *at, *end; } Scan;
typedef struct { long rounds, plies; } Counts;

static int word(Scan *s, const char *expected, long size) {
    if (s->end - s->at < size || memcmp(s->at, expected, size)) return 0;
    s->at += size;
    return 1;
}
#define WORD(s, text) word(s, text, sizeof(text) - 1)

static int number(Scan *s) {
    const char *first = s->at;
    int value = 0;
    while (s->at < s->end && *s->at >= '0' && *s->at <= '9') {
        value = 10 * value + *s->at++ - '0';
        if (s->at - first > 9) return -1;
    }
    if (s->at == first || (*first == '0' && s->at - first > 1)) return -1;
    return value;
}

static int string(Scan *s) {
    if (s->at == s->end || *s->at++ != '"') return 0;
    while (s->at < s->end) {
        char c = *s->at++;
        if (c == '"') return 1;
        if (c == '\\' || c < ' ' || c > '~') return 0;
    }
    return 0;
}

/* The header of a record (notation, title and names): the number of names, or -1 if there is none. */
static int head(Scan *s, const char *declared, long size) {
    int names = 0;
    if (!word(s, declared, size)) return -1;
    if (WORD(s, "\"title\":") && !(string(s) && WORD(s, ","))) return -1;
    if (!WORD(s, "\"players\":[")) return 0;
    do
        if (!string(s)) return -1;
    while (names++, WORD(s, ","));
    return WORD(s, "],") ? names : -1;
}
#define HEAD(s, format) \
    head(s, "{\"format\":\"" format "\",\"version\":1,", sizeof(format) + 24)

static int scan_file(int count, char **words, int (*line)(Scan *, Counts *)) {
    FILE *file = count > 2 ? fopen(words[1], "rb") : NULL;
    if (!file) return 2;
    fseek(file, 0, SEEK_END);
    long size = ftell(file), records = 0, rounds = 0, plies = 0;
    char *data = malloc(size + 1);
    rewind(file);
    if (fread(data, 1, size, file) != (size_t)size) return 2;
    clock_t began = clock();
    for (int turn = atoi(words[2]); turn--;) {
        Scan scan = {data, data + size};
        records = rounds = plies = 0;
        while (scan.at < scan.end) {
            Counts counts = {0, 0};
            const char *first = scan.at;
            if (!line(&scan, &counts) || scan.at - first > LONGEST) break;
            records++, rounds += counts.rounds, plies += counts.plies;
        }
    }
    printf("%ld %ld %ld %f\n", records, rounds, plies, (double)(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}

#define SCANNER int main(int count, char **words) { return scan_file(count, words, line); }
