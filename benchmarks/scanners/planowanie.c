/* Handwritten checks of `planowanie/json` lines. */

#include "scan.h"

enum { MOST_DEALS = 64, NO_CARD = -1000 };

/* What each character for a rank or a suit adds to a card's number. */
static int of_rank[256], of_suit[256], ranks, cards_in_deck;
static char written[2][256];
static int lengths[2];

static uint64_t one(int card) { return (uint64_t)1 << card; }

static int letters(Scan *s, int which, int *of, int step) {
    char *known = written[which];
    int count = 0;
    if (s->end - s->at > lengths[which] && s->at[lengths[which]] == '"' &&
        !memcmp(s->at, known, lengths[which]) && lengths[which] && step == (which ? ranks : 1)) {
        count = lengths[which];
        s->at += count;
        return count;
    }
    for (int letter = 0; letter < 256; letter++) of[letter] = NO_CARD;
    while (s->at < s->end && *s->at != '"') {
        unsigned char c = *s->at++;
        if (c == '\\' || c <= ' ' || c > '~' || of[c] >= 0) return 0;
        of[c] = step * count;
        known[count++] = c;
    }
    return lengths[which] = count;
}

static int deck(Scan *s) {
    static int step;
    int suits;
    if (!WORD(s, "\"deck\":{\"ranks\":\"")) return 0;
    ranks = letters(s, 0, of_rank, 1);
    if (ranks != step) lengths[1] = 0;
    step = ranks;
    if (!ranks || !WORD(s, "\",\"suits\":\"")) return 0;
    suits = letters(s, 1, of_suit, ranks);
    cards_in_deck = ranks * suits;
    return suits && cards_in_deck <= 64 && WORD(s, "\"},\"seats\":");
}

static int card(Scan *s) {
    const unsigned char *at = (const unsigned char *)s->at;
    if (s->end - s->at < 4 || at[0] != '"' || at[3] != '"') return -1;
    s->at += 4;
    return of_rank[at[1]] + of_suit[at[2]];
}

typedef struct {
    int seats, planned, cards[MOST_DEALS], leads[MOST_DEALS], totals[4], left[4];
} Game;

static int plan(Scan *s, Game *g) {
    g->planned = 0;
    do {
        if (g->planned == MOST_DEALS || !WORD(s, "[")) return 0;
        int cards = number(s);
        if (cards < 1 || cards > 64 || cards * g->seats > cards_in_deck || !WORD(s, ",")) return 0;
        int lead = number(s);
        if (lead < 0 || lead >= g->seats || !WORD(s, "]")) return 0;
        g->cards[g->planned] = cards, g->leads[g->planned++] = lead;
    } while (WORD(s, ","));
    return 1;
}

static int clocks(Scan *s, Game *g, int cards) {
    for (int seat = 0; seat < g->seats; seat++) {
        if (!(seat ? WORD(s, ",[") : WORD(s, "["))) return 0;
        if (WORD(s, "]")) continue;
        for (int question = 0; question <= cards; question++) {
            if (question && !WORD(s, ",")) return 0;
            int now = number(s);
            if (now < 0 || now > g->left[seat]) return 0;
            g->left[seat] = now;
        }
        if (!WORD(s, "]")) return 0;
    }
    return WORD(s, "]");
}

static int trick(Scan *s, Game *g, uint64_t *hands, int *leader) {
    int row[4], player = *leader, best = 0, taking = player;
    uint64_t follow = 0, suit = one(ranks) - 1;
    if (ranks == 64) suit = ~(uint64_t)0;
    if (!WORD(s, "{\"lead\":") || number(s) != player || !WORD(s, ",\"cards\":[")) return 0;
    for (int seat = 0; seat < g->seats; seat++) {
        if (seat && !WORD(s, ",")) return 0;
        if ((row[seat] = card(s)) < 0) return 0;
    }
    for (int laid = 0; laid < g->seats; laid++) {
        int played = row[player];
        uint64_t legal = hands[player] & follow ? hands[player] & follow : hands[player];
        if (!(legal & one(played))) return 0;
        hands[player] -= one(played);
        if (!laid) {
            best = played;
            follow = suit << (played - played % ranks);
        } else if (one(played) & follow ? (one(best) & follow) && played > best
                                        : played < ranks && (best >= ranks || played > best)) {
            best = played, taking = player;
        }
        player = player + 1 == g->seats ? 0 : player + 1;
    }
    *leader = taking;
    return WORD(s, "],\"winner\":") && number(s) == taking && WORD(s, "}");
}

static int deal(Scan *s, Game *g, Counts *counts, int number_) {
    int cards = g->cards[number_], leader = g->leads[number_], said[4], taken[4] = {0};
    uint64_t hands[4], dealt = 0;
    if (!WORD(s, "{\"hands\":[")) return 0;
    for (int seat = 0; seat < g->seats; seat++) {
        if (!(seat ? WORD(s, ",[") : WORD(s, "["))) return 0;
        hands[seat] = 0;
        for (int place = 0; place < cards; place++) {
            if (place && !WORD(s, ",")) return 0;
            int held = card(s);
            if (held < 0 || dealt & one(held)) return 0;
            hands[seat] |= one(held), dealt |= one(held);
        }
        if (!WORD(s, "]")) return 0;
    }
    if (!WORD(s, "],\"declarations\":[")) return 0;
    for (int seat = 0; seat < g->seats; seat++) {
        if (seat && !WORD(s, ",")) return 0;
        said[seat] = number(s);
        if (said[seat] < 0 || said[seat] > cards) return 0;
    }
    if (!WORD(s, "],\"tricks\":[")) return 0;
    for (int at = 0; at < cards; at++) {
        if ((at && !WORD(s, ",")) || !trick(s, g, hands, &leader)) return 0;
        taken[leader]++;
    }
    if (!WORD(s, "],\"points\":[")) return 0;
    for (int seat = 0; seat < g->seats; seat++) {
        int points = taken[seat] + (taken[seat] == said[seat] ? cards : 0);
        if ((seat && !WORD(s, ",")) || number(s) != points) return 0;
        g->totals[seat] += points;
    }
    if (!WORD(s, "]") || (WORD(s, ",\"clocks\":[") && !clocks(s, g, cards))) return 0;
    counts->rounds++, counts->plies += g->seats * (cards + 1);
    return WORD(s, "}");
}

static int line(Scan *s, Counts *counts) {
    Game game;
    int names;
    if ((names = HEAD(s, "planowanie/json")) < 0 || !deck(s)) return 0;
    game.seats = number(s);
    if (game.seats < 2 || game.seats > 4 || (names && names != game.seats)) return 0;
    if (!WORD(s, ",\"plan\":[") || !plan(s, &game) || !WORD(s, "],\"deals\":[")) return 0;
    for (int seat = 0; seat < 4; seat++) game.totals[seat] = 0, game.left[seat] = 1000000000;
    for (int at = 0; at < game.planned; at++)
        if ((at && !WORD(s, ",")) || !deal(s, &game, counts, at)) return 0;
    if (!WORD(s, "],\"result\":{\"end\":\"complete\",\"totals\":[")) return 0;
    for (int seat = 0; seat < game.seats; seat++)
        if ((seat && !WORD(s, ",")) || number(s) != game.totals[seat]) return 0;
    return WORD(s, "]}}\n");
}

SCANNER
