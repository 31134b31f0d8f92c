/* Handwritten checks of `leduc/json` lines. */

#include "scan.h"

static int letter(const char *letters, char c) {
    const char *found = c ? strchr(letters, c) : NULL;
    return found ? found - letters : -1;
}

/* 0 to 5, two of each rank; -1 if there is no card here. */
static int card(Scan *s) {
    int rank, suit;
    if (s->end - s->at < 4 || s->at[0] != '"' || s->at[3] != '"') return -1;
    rank = letter("JQK", s->at[1]), suit = letter("sh", s->at[2]);
    if (rank < 0 || suit < 0) return -1;
    s->at += 4;
    return 2 * rank + suit;
}

static int is(Scan *s, int chips) {
    if (chips < 0) return WORD(s, "-") && number(s) == -chips;
    return number(s) == chips;
}

static int chips(Scan *s, int first) { return is(s, first) && WORD(s, ",") && is(s, -first); }

static int hand(Scan *s, Counts *counts, int *total) {
    int cards[2], public = -1, stakes[2] = {1, 1}, player = 0, done = 0, raises = 0, gain = 0;
    int folded = 0, over = 0;
    if (!WORD(s, "{\"antes\":[1,1],\"cards\":[")) return 0;
    if ((cards[0] = card(s)) < 0 || !WORD(s, ",")) return 0;
    if ((cards[1] = card(s)) < 0 || cards[0] == cards[1] || !WORD(s, "],\"actions\":[")) return 0;
    while (!over) {
        int *own = stakes + player, other = stakes[1 - player], called = 0;
        if (WORD(s, "\"call\"")) {
            *own = other, called = 1;
        } else if (WORD(s, "\"raise\"")) {
            if (raises++ == 2) return 0;
            *own = other + (public < 0 ? 2 : 4);
        } else if (WORD(s, "\"fold\"")) {
            if (*own == other) return 0;
            folded = over = 1;
            gain = player ? *own : -*own;
        } else {
            return 0;
        }
        counts->plies++;
        done++, player = 1 - player;
        if (called && done > 1) {
            if (public >= 0) {
                int one = cards[0] / 2, two = cards[1] / 2, pair = public / 2;
                over = 1;
                if (one != two)
                    gain = one == pair || (two != pair && one > two) ? stakes[0] : -stakes[0];
            } else {
                if (!WORD(s, ",") || (public = card(s)) < 0) return 0;
                if (public == cards[0] || public == cards[1]) return 0;
                player = done = raises = 0;
            }
        }
        if (!over && !WORD(s, ",")) return 0;
    }
    if (!(folded ? WORD(s, "],\"end\":\"fold\"") : WORD(s, "],\"end\":\"showdown\""))) return 0;
    if (!WORD(s, ",\"returns\":[") || !chips(s, gain) || !WORD(s, "],\"totals\":[")) return 0;
    *total += gain;
    counts->rounds++;
    return chips(s, *total) && WORD(s, "]}");
}

static int line(Scan *s, Counts *counts) {
    int names = HEAD(s, "leduc/json"), total = 0;
    if ((names && names != 2) || !WORD(s, "\"hands\":[")) return 0;
    do
        if (!hand(s, counts, &total)) return 0;
    while (WORD(s, ","));
    return WORD(s, "]}\n");
}

SCANNER
