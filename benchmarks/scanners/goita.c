/* Handwritten checks of `goita/json` lines. */

#include "scan.h"

static const int points[10] = {0, 50, 40, 40, 30, 30, 20, 20, 10, 0};
static const int deck[9] = {0, 2, 2, 2, 4, 4, 4, 4, 10};

/* A hand is a count for each kind, in four bits each. */
static int held(uint64_t hand, int kind) { return hand >> 4 * kind & 15; }
static uint64_t one(int kind) { return (uint64_t)1 << 4 * kind; }

static int shi_points(uint64_t hand) {
    int others = 8 - held(hand, 8), best = 0, pair = 0;
    if (!others) return 100;
    for (int kind = 1; kind < 8; kind++)
        if (held(hand, kind)) {
            if (points[kind] > best) best = points[kind];
            pair = held(hand, kind) == 2;
        }
    return others == 1 || pair ? 2 * best : best;
}

/* The plies of a record, or -1 if one is illegal; who went out, and with how many points. */
static int played(const char *at, const char *end, uint64_t *hands, int turn, int *winner,
                  int *won) {
    int plies = 0, attack = 0, attacker = -1, exposed = 0;
    int left[4] = {8, 8, 8, 8};
    for (; at < end; plies++, turn = (turn + 1) % 4) {
        int leading = attacker < 0 || attacker == turn, first = *at++ - '0', second;
        if (*winner >= 0) return -1;
        if (!first) {
            if (leading) return -1;
            continue;
        }
        if (at == end) return -1;
        second = *at++ - '0';
        if (first == 9 || second == 0 || second == 9 || !held(hands[turn], first)) return -1;
        if (!leading && first != attack && (first != 1 || attack == 7 || attack == 8)) return -1;
        if (held(hands[turn], second) <= (first == second)) return -1;
        if (second == 1 && !exposed && !(first == 1 && !leading) && held(hands[turn], 1) < 2 &&
            left[turn] != 2)
            return -1;
        hands[turn] -= one(first) + one(second);
        left[turn] -= 2;
        exposed = exposed || second == 1 || (first == 1 && !leading);
        attack = second, attacker = turn;
        if (!left[turn]) {
            *winner = turn;
            *won = points[second] * (first == second && leading ? 2 : 1);
        }
    }
    return plies;
}

typedef struct { int dealer, score[2], rounds, plies; uint64_t before[4]; } Match;

static int round_(Scan *s, Match *m) {
    int dealer, score[2], counts[10] = {0}, five[4], fives = 0, most = 0, richest = 0;
    int winner = -1, won = 0, plies, said, redeal = 0, same = m->rounds > 0, doubled = 0;
    uint64_t hands[4];
    const char *first;
    if (!WORD(s, "{\"dealer\":")) return 0;
    dealer = number(s);
    if (!WORD(s, ",\"score\":[")) return 0;
    score[0] = number(s);
    if (!WORD(s, ",")) return 0;
    score[1] = number(s);
    if (!m->rounds) {
        if (score[0] < 0 || score[0] % 10 || score[1] < 0 || score[1] % 10) return 0;
        m->dealer = dealer, m->score[0] = score[0], m->score[1] = score[1];
    }
    if (score[0] >= 150 || score[1] >= 150 || dealer < 0 || dealer > 3) return 0;
    if (dealer != m->dealer || score[0] != m->score[0] || score[1] != m->score[1]) return 0;
    if (!WORD(s, "],\"hands\":[")) return 0;
    for (int seat = 0; seat < 4; seat++) {
        if (!(seat ? WORD(s, ",\"") : WORD(s, "\"")) || s->end - s->at < 8) return 0;
        hands[seat] = 0;
        for (int place = 0; place < 8; place++) {
            int kind = *s->at++ - '0';
            if (kind < 1 || kind > 8) return 0;
            hands[seat] += one(kind);
            counts[kind]++;
        }
        if (!WORD(s, "\"")) return 0;
        same = same && hands[seat] == m->before[seat];
        m->before[seat] = hands[seat];
        five[seat] = held(hands[seat], 8) == 5;
        fives += five[seat];
        if (held(hands[seat], 8) > most) most = held(hands[seat], 8), richest = seat;
    }
    for (int kind = 1; kind < 9; kind++)
        if (counts[kind] != deck[kind]) return 0;
    if (same || !WORD(s, "],\"record\":\"")) return 0;
    first = s->at;
    while (s->at < s->end && *s->at >= '0' && *s->at <= '9') s->at++;
    if (most > 5) {
        if (s->at != first) return 0;
        plies = 0, winner = richest, won = shi_points(hands[richest]);
    } else if (most == 5 && five[(richest + 2) % 4]) {
        if (s->at != first) return 0;
        plies = 0, doubled = 1, won = 150;
    } else {
        redeal = fives && s->at == first;
        plies = played(first, s->at, hands, dealer, &winner, &won);
    }
    if (plies < 0 || !WORD(s, "\",\"winner\":")) return 0;
    if (redeal) {
        if (!WORD(s, "-1")) return 0;
        said = dealer;
    } else {
        said = number(s);
        if (doubled ? said < 0 || said > 3 || said % 2 != richest % 2 : said != winner) return 0;
        if (said < 0) return 0;
    }
    if (!WORD(s, ",\"goshi\":[")) return 0;
    for (int seat = 0, some = 0; seat < 4; seat++)
        if (five[seat]) {
            if (some && !WORD(s, ",")) return 0;
            if (number(s) != seat) return 0;
            some = 1;
        }
    if (!WORD(s, "],\"result\":{\"end\":\"")) return 0;
    if (redeal) {
        if (!WORD(s, "redeal\"}}")) return 0;
    } else {
        if (!(doubled ? WORD(s, "double-goshi\"") : most > 5 ? WORD(s, "shi\"") : WORD(s, "out\"")))
            return 0;
        if (!WORD(s, ",\"points\":") || number(s) != won || !WORD(s, "}}")) return 0;
        m->score[said % 2] += won;
    }
    m->dealer = said;
    m->rounds++;
    m->plies += plies;
    return 1;
}

static int line(Scan *s, Counts *counts) {
    Match match = {0};
    int names = HEAD(s, "goita/json");
    if ((names && names != 4) || !WORD(s, "\"rounds\":[")) return 0;
    do
        if (!round_(s, &match)) return 0;
    while (WORD(s, ","));
    counts->rounds = match.rounds, counts->plies = match.plies;
    return WORD(s, "]}\n");
}

SCANNER
