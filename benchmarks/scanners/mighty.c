/* Handwritten checks of `mighty/json` lines, under the three presets. */

#include "scan.h"

typedef uint64_t Mask;
enum { JOKER = 52, FIRST = 53, ALONE = 54, SEAT = 55, LAST = 60, PASS = -1, MISDEAL = -2, NONE = 1000000 };

typedef struct {
    const char *text;
    int previous_bids_first, lowest, misdeals, nt_cost, cap, raises, lead_banned, caller_when_clubs;
    int pagat, base, factor, nt_factor, most, nt_most;
} Options;

#define RULES(preset, bidder, least, misdeal, nt, cap, raise, joker, caller, clubs, formula, factor, \
              nt_factor, most, nt_most) \
    "{\"preset\":\"" preset "\",\"first_bidder\":\"" bidder "\",\"bid_min\":" least \
    ",\"bid_max\":20,\"nt_ties\":\"beats\",\"nt_min_offset\":0,\"pass_final\":true," \
    "\"all_pass\":\"thrown-in\",\"misdeal\":\"" misdeal "\",\"change_cost\":2," \
    "\"change_to_nt_cost\":" nt ",\"change_cap\":" cap ",\"raise_same_suit\":" raise \
    ",\"friend_modes\":[\"card\",\"first\",\"none\"],\"t1_lead_joker\":\"" joker \
    "\",\"t1_lead_caller\":\"" caller "\",\"t1_stuck\":[\"caller\",\"trumps\",\"joker\"]," \
    "\"joker_dead_in\":[1,10],\"t1_joker_follow\":\"dead\",\"mighty_forced_with_joker\":" \
    "\"joker-may-be-played\",\"t10_joker_lead\":\"names-suit\",\"dead_trick\":\"leader\"," \
    "\"mighty_defence\":true,\"caller_when_clubs\":\"" clubs "\",\"buried_points_to\":" \
    "\"president\",\"formula\":\"" formula "\",\"base\":" least ",\"risk\":300,\"card\":200," \
    "\"mult_no_trump\":" nt_factor ",\"mult_run\":" factor ",\"mult_backrun\":" factor \
    ",\"mult_solo\":" factor ",\"multipliers\":\"all\",\"backrun_at\":11,\"score_cap\":" most \
    ",\"score_cap_no_trump\":" nt_most "}"

static const Options presets[] = {
    {RULES("seed", "dealer", "13", "off", "2", "null", "false", "forbidden", "forbidden", "H3",
           "seed", "1", "1", "null", "null"), 0, 13, 0, 2, 0, 0, 1, 37, 0, 13, 1, 1, NONE, NONE},
    {RULES("pagat", "previous-president", "13", "half-point", "1", "20", "true", "allowed",
           "as-plain-card", "S3", "pagat", "2", "2", "null", "null"),
     1, 13, 1, 1, 1, 1, 0, 11, 1, 13, 2, 2, NONE, NONE},
    {RULES("league", "dealer", "14", "off", "2", "null", "false", "forbidden", "forbidden", "H3",
           "seed", "1", "2", "2000", "3000"), 0, 14, 0, 2, 0, 0, 1, 37, 0, 14, 1, 2, 2000, 3000},
};

static const Mask one = 1, deck = ((Mask)1 << 53) - 1, points = 0xF807C03E01F, tens_ = 0x80040020010;

static Mask of_suit(int suit) { return (Mask)0x1FFF << 13 * suit; }
static int count(Mask cards) { return __builtin_popcountll(cards); }

static unsigned char suits[256], ranks[256];

static void make_tables(void) {
    memset(suits, 200, 256), memset(ranks, 200, 256);
    for (int place = 0; place < 13; place++) ranks[(int)"AKQJT98765432"[place]] = place;
    for (int suit = 0; suit < 4; suit++) suits[(int)"SDHC"[suit]] = 13 * suit;
    suits['J'] = 100;
}

/* The card written as two letters, or 200 or more if there is none. */
static int card_of(const char *at) {
    int card = suits[(unsigned char)at[0]] + ranks[(unsigned char)at[1]];
    return card < JOKER ? card : card == 101 ? JOKER : 200;
}

static int cards(Scan *s, int size, Mask *found) {
    const char *at = s->at;
    *found = 0;
    if (s->end - at < 5 * size + 1 || *at != '[') return 0;
    for (int place = 0; place < size; place++, at += 5) {
        int card = card_of(at + 2);
        if (at[1] != '"' || at[4] != '"' || card > JOKER || *found >> card & 1) return 0;
        if (at[5] != (place < size - 1 ? ',' : ']')) return 0;
        *found |= one << card;
    }
    s->at = at + 1;
    return 1;
}

/* Whether there is an integer here. */
static int integer(Scan *s, int *found) {
    int below = WORD(s, "-");
    *found = number(s);
    if (*found < 0 || (below && !*found)) return 0;
    if (below) *found = -*found;
    return 1;
}

static int contract(Scan *s, int *number_, int *trump) {
    *number_ = number(s);
    if (*number_ < 0 || s->at == s->end) return 0;
    int letter = (unsigned char)*s->at++;
    *trump = letter == 'N' ? 4 : suits[letter] / 13;
    return *trump <= 4 && (letter == 'N' || suits[letter] < JOKER);
}

/* A play: its card, the suit that it names (-1 for none), and whether it calls the joker. */
typedef struct { int card, suit, call; } Play;

static int play(Scan *s, Play *found) {
    if (s->end - s->at < 4 || (found->card = card_of(s->at)) > JOKER) return 0;
    int mark = (unsigned char)s->at[2];
    found->suit = -1, found->call = 0;
    if (mark == '"') return s->at += 3, 1;
    if (s->at[3] != '"') return 0;
    s->at += 4;
    if (mark == '!') return found->call = 1;
    return suits[mark] < JOKER && (found->suit = suits[mark] / 13, 1);
}

typedef struct {
    const Options *options;
    int deals, dealer, president_before, totals[5];
    Mask dealt[6];
    Mask hands[5];
    int president, number, trump, friend, friend_player, won[5];
} Match;

static int seat_after(int seat) { return seat == 4 ? 0 : seat + 1; }

static int auction(Scan *s, Match *m, long *plies) {
    const Options *o = m->options;
    int turn = o->previous_bids_first && m->president_before >= 0 ? m->president_before : m->dealer;
    int spoken = 0, passed = 0, calls = 0;
    m->president = -1, m->number = m->trump = 0;
    if (!WORD(s, ",\"bids\":[")) return 0;
    for (;; calls++) {
        int bid, trump;
        if ((calls && !WORD(s, ",")) || !WORD(s, "[") || number(s) != turn || !WORD(s, ",\"")) return 0;
        if (WORD(s, "pass")) {
            passed |= 1 << turn;
        } else if (WORD(s, "misdeal")) {
            Mask hand = m->hands[turn], tens = hand & tens_;
            int halves = 2 * count(hand & points & ~tens & ~one) + count(tens);
            if (hand >> JOKER & 1) halves -= 2;
            if (!o->misdeals || spoken >> turn & 1 || halves > 1) return 0;
            *plies += calls + 1;
            m->president = -1;
            return WORD(s, "\"]]");
        } else {
            if (!contract(s, &bid, &trump) || bid < o->lowest || bid > 20) return 0;
            if (m->president >= 0 && bid <= m->number &&
                (bid < m->number || trump != 4 || m->trump == 4))
                return 0;
            m->president = turn, m->number = bid, m->trump = trump;
        }
        spoken |= 1 << turn;
        if (!WORD(s, "\"]")) return 0;
        if (m->number == 20 && m->trump == 4) break;
        if ((passed | (m->president < 0 ? 0 : 1 << m->president)) == 31) break;
        do turn = seat_after(turn);
        while (passed >> turn & 1);
    }
    *plies += calls + 1;
    return WORD(s, "]");
}

static int decisions(Scan *s, Match *m) {
    const Options *o = m->options;
    Mask buried;
    int bid = m->number, trump;
    if (!WORD(s, ",\"president\":") || number(s) != m->president) return 0;
    m->hands[m->president] |= m->dealt[5];
    if (!WORD(s, ",\"discard\":") || !cards(s, 3, &buried) || buried & ~m->hands[m->president])
        return 0;
    m->hands[m->president] ^= buried;
    m->won[m->president] += count(buried & points);
    if (!WORD(s, ",\"contract\":\"") || !contract(s, &m->number, &trump)) return 0;
    if (trump == m->trump) {
        if (m->number != bid && !(o->raises && m->number > bid && m->number <= 20)) return 0;
    } else {
        int due = bid + (trump == 4 ? o->nt_cost : 2);
        if (due > 20 && !o->cap) return 0;
        if (m->number != (due > 20 ? 20 : due)) return 0;
    }
    m->trump = trump;
    if (!WORD(s, "\",\"friend\":\"")) return 0;
    Play named;
    if (WORD(s, "first\"")) m->friend = FIRST;
    else if (WORD(s, "none\"")) m->friend = ALONE;
    else if (play(s, &named) && named.suit < 0 && !named.call) m->friend = named.card;
    else return 0;
    m->friend_player = -1;
    return 1;
}

static int tricks(Scan *s, Match *m) {
    const Options *o = m->options;
    int trump = m->trump, lead = m->president;
    int mighty = trump == 0 ? 13 : 0, caller = trump == 3 ? o->caller_when_clubs : 50;
    Mask trumps = trump < 4 ? of_suit(trump) : 0, of_joker = one << JOKER, of_mighty = one << mighty;
    Mask banned = trumps | (o->lead_banned ? of_joker | one << caller : 0);
    for (int number_ = 1; number_ < 11; number_++) {
        Play plays[5], first;
        Mask laid = 0, best;
        int led = -1, turn = lead;
        if ((number_ > 1 && !WORD(s, ",")) || !WORD(s, "{\"lead\":") || number(s) != lead) return 0;
        if (!WORD(s, ",\"cards\":[\"")) return 0;
        for (int seat = 0; seat < 5; seat++)
            if ((seat && !WORD(s, ",\"")) || !play(s, &plays[seat])) return 0;
        first = plays[lead];
        for (int place = 0; place < 5; place++, turn = seat_after(turn)) {
            Play now = plays[turn];
            Mask hand = m->hands[turn], bit = one << now.card;
            if (!(hand & bit)) return 0;
            if (!place) {
                if (number_ == 1 && banned & bit) {
                    Mask stuck = o->lead_banned && hand >> caller & 1 ? one << caller
                                 : hand & trumps                      ? trumps
                                                                      : of_joker;
                    if (hand & ~banned || !(stuck & bit)) return 0;
                }
                if ((now.card == JOKER) != (now.suit >= 0)) return 0;
                if (now.call && (now.card != caller || number_ == 1)) return 0;
                led = now.card == JOKER ? now.suit : now.card / 13;
            } else {
                if (now.suit >= 0 || now.call) return 0;
                if (first.call && hand & of_joker) {
                    if (!(bit & (of_joker | of_mighty))) return 0;
                } else if (hand & of_suit(led)) {
                    if (!(bit & (of_suit(led) | of_mighty | of_joker))) return 0;
                }
            }
            m->hands[turn] ^= bit;
            laid |= bit;
            if (now.card == m->friend && turn != m->president) m->friend_player = turn;
        }
        best = laid & of_mighty;
        if (!best && number_ > 1 && number_ < 10 && !first.call) best = laid & of_joker;
        if (!best) best = laid & trumps;
        if (!best) best = laid & of_suit(led);
        if (best) {
            int card = __builtin_ctzll(best);
            for (turn = 0; plays[turn].card != card;) turn++;
        } else {
            turn = lead;
        }
        lead = turn;
        m->won[lead] += count(laid & points);
        if (number_ == 1 && m->friend == FIRST && lead != m->president) m->friend_player = lead;
        if (!WORD(s, "],\"winner\":") || number(s) != lead || !WORD(s, "}")) return 0;
    }
    return 1;
}

static int result(Scan *s, Match *m) {
    const Options *o = m->options;
    int president = m->president, friend = m->friend_player, bid = m->number, found;
    int got = m->won[president] + (friend < 0 ? 0 : m->won[friend]), won = got >= bid, score;
    if (o->pagat) score = won ? 2 * (bid - 13) + got - bid : bid - got;
    else score = (bid - o->base + 1) * 300 + (won ? got - bid + 1 : bid - got) * 200;
    if (m->trump == 4) score *= o->nt_factor;
    if (won && got == 20) score *= o->factor;
    if (!won && 20 - got >= 11) score *= o->factor;
    if (m->friend == ALONE) score *= o->factor;
    if (score > (m->trump == 4 ? o->nt_most : o->most)) score = m->trump == 4 ? o->nt_most : o->most;
    if (!won) score = -score;
    if (!WORD(s, "],\"result\":{\"end\":\"")) return 0;
    if (!(won ? WORD(s, "won\",\"points\":") : WORD(s, "lost\",\"points\":"))) return 0;
    if (number(s) != got || !WORD(s, ",\"score\":") || !integer(s, &found) || found != score) return 0;
    if (!WORD(s, ",\"payoffs\":")) return 0;
    for (int seat = 0; seat < 5; seat++) {
        int paid = seat == friend ? score : seat != president ? -score : score * (friend < 0 ? 4 : 2);
        if (!(seat ? WORD(s, ",") : WORD(s, "[")) || !integer(s, &found) || found != paid) return 0;
        m->totals[seat] += paid;
    }
    m->dealer = friend < 0 ? president : friend;
    m->president_before = president;
    return WORD(s, "]}}");
}

static int deal(Scan *s, Match *m, long *plies) {
    int dealer, total, whole = 0;
    Mask first = m->dealt[0], kitty = m->dealt[5], all = 0;
    if (!WORD(s, "{\"dealer\":")) return 0;
    dealer = number(s);
    if (!WORD(s, ",\"totals\":") || dealer < 0 || dealer > 4) return 0;
    for (int seat = 0; seat < 5; seat++) {
        if (!(seat ? WORD(s, ",") : WORD(s, "[")) || !integer(s, &total)) return 0;
        if (!m->deals) m->totals[seat] = total, whole += total;
        if (m->totals[seat] != total) return 0;
    }
    if (!m->deals) m->dealer = dealer, m->president_before = -1;
    if (whole || dealer != m->dealer || !WORD(s, "],\"hands\":[")) return 0;
    for (int pile = 0; pile < 6; pile++) {
        if (pile && !(pile < 5 ? WORD(s, ",") : WORD(s, "],\"kitty\":"))) return 0;
        if (!cards(s, pile < 5 ? 10 : 3, &m->dealt[pile])) return 0;
        all |= m->dealt[pile];
        if (pile < 5) m->hands[pile] = m->dealt[pile], m->won[pile] = 0;
    }
    if (all != deck || (m->deals && first == m->dealt[0] && kitty == m->dealt[5])) return 0;
    m->deals++;
    if (!auction(s, m, plies)) return 0;
    if (m->president < 0) return WORD(s, ",\"result\":{\"end\":\"thrown-in\"}}");
    if (!decisions(s, m)) return 0;
    int friend = -1;
    if (WORD(s, ",\"friend_player\":") && (friend = number(s)) < 0) return 0;
    if (!WORD(s, ",\"tricks\":[") || !tricks(s, m) || friend != m->friend_player) return 0;
    *plies += 53;
    return result(s, m);
}

static int line(Scan *s, Counts *counts) {
    static Match m;
    const char *start = s->at;
    if (!suits['S'] && !suits[0]) make_tables();
    m.deals = 0;
    int names = HEAD(s, "mighty/json");
    if ((names && names != 5) || !WORD(s, "\"rules\":")) return 0;
    for (m.options = presets; m.options < presets + 3; m.options++)
        if (word(s, m.options->text, strlen(m.options->text))) break;
    if (m.options == presets + 3 || !WORD(s, ",\"deals\":[")) return 0;
    do
        if (!deal(s, &m, &counts->plies)) return 0;
    while (WORD(s, ","));
    counts->rounds = m.deals;
    return WORD(s, "]}\n") && s->at - start <= 500000;
}

SCANNER
