/* A starter bot for Dicehouse: plays all three games, remembers nothing.
 *
 * Build it: cc -O2 -o bot kits/c/bot.c
 * Try it:   dicehouse check -- ./bot
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Just enough JSON: find a field or an item of a text, and step over what is between. ---- */

static const char *skip_space(const char *at) {
    while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n') at++;
    return at;
}

static const char *skip_string(const char *at) {
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1]) at++;
    return *at ? at + 1 : at;
}

/* The place after the value that starts at `at`. */
static const char *skip_value(const char *at) {
    int depth = 0;
    at = skip_space(at);
    do {
        if (*at == '"') {
            at = skip_string(at);
            continue;
        }
        if (*at == '{' || *at == '[') depth++;
        if (*at == '}' || *at == ']') depth--;
        at++;
    } while (*at && (depth > 0 || !strchr(",]}", *at)));
    return at;
}

/* The value of a field of the object at `at`, or NULL. */
static const char *field(const char *at, const char *name) {
    size_t length = strlen(name);
    if (!at || *(at = skip_space(at)) != '{') return NULL;
    at = skip_space(at + 1);
    while (*at == '"') {
        const char *key = at + 1, *end = skip_string(at);
        int found = (size_t)(end - 1 - key) == length && strncmp(key, name, length) == 0;
        at = skip_space(skip_space(end) + 1); /* the colon */
        if (found) return at;
        at = skip_space(skip_value(at));
        if (*at == ',') at = skip_space(at + 1);
    }
    return NULL;
}

/* The first item of the array at `at`, and the item after another; NULL when there is none. */
static const char *first(const char *at) {
    if (!at || *(at = skip_space(at)) != '[') return NULL;
    at = skip_space(at + 1);
    return *at && *at != ']' ? at : NULL;
}

static const char *next(const char *item) {
    item = skip_space(skip_value(item));
    return *item == ',' ? skip_space(item + 1) : NULL;
}

static const char *nth(const char *array, int n) {
    const char *item = first(array);
    while (item && n-- > 0) item = next(item);
    return item;
}

static int number(const char *at) { return at ? (int)strtol(at, NULL, 10) : 0; } /* null is 0 */
static int is(const char *at, const char *text) { return at && strncmp(at, text, strlen(text)) == 0; }

static int sum(const char *array) {
    int total = 0;
    for (const char *item = first(array); item; item = next(item)) total += number(item);
    return total;
}

/* ---- The games. Each writes its act into `act`. ---- */

/* How likely at least `quantity` dice on the table count for `face`. */
static double chance(const char *view, int quantity, int face) {
    int wild = number(field(view, "wild")), faces = number(field(field(view, "rules"), "faces"));
    int held = 0, mine = 0;
    for (const char *die = first(field(view, "hand")); die; die = next(die), held++)
        mine += number(die) == face || number(die) == wild;
    int unseen = sum(field(view, "dice")) - held;
    double p = (wild && wild != face ? 2.0 : 1.0) / faces, likely = 0;
    for (int n = 0; n <= unseen; n++) {
        double term = 1;
        for (int k = 0; k < unseen; k++) term *= k < n ? p * (unseen - k) / (k + 1) : 1 - p;
        if (n >= quantity - mine) likely += term;
    }
    return likely;
}

/* Says whatever is more likely to be true: the best raise, or that the last bid is a lie. */
static void play_liars(const char *view, const char *legal, char *act) {
    double best = -1;
    int face = 1;
    for (const char *least = first(field(legal, "least")); least; least = next(least), face++) {
        double likely = number(least) ? chance(view, number(least), face) : -1;
        if (likely > best) {
            best = likely;
            sprintf(act, "%dx%d", number(least), face);
        }
    }
    if (is(field(legal, "call"), "true")) {
        const char *last = NULL;
        for (const char *bid = first(field(view, "bids")); bid; bid = next(bid)) last = bid;
        int quantity = 0;
        if (last && sscanf(field(last, "bid"), "\"%dx%d", &quantity, &face) == 2 &&
            1 - chance(view, quantity, face) > best)
            strcpy(act, "call");
    }
}

/* Claims the truth, but never less than 7; calls what is too good to be true. */
static void play_claims(const char *view, const char *legal, char *act) {
    const char *decide = field(legal, "decide");
    if (is(decide, "\"claim\"")) {
        int claim = sum(field(view, "hand"));
        if (claim < 7) claim = 7;
        if (claim < number(field(legal, "min"))) claim = number(field(legal, "min"));
        if (claim > number(field(legal, "max"))) claim = number(field(legal, "max"));
        sprintf(act, "claim %d", claim);
    } else if (is(decide, "\"answer\"")) {
        strcpy(act, number(field(view, "claim")) >= 10 ? "call" : "let pass");
    } else {
        strcpy(act, "immunity");
    }
}

/* Collects marks on few numbers, and keeps the counters of removed numbers level. */
static void play_pairs(const char *view, const char *legal, char *act) {
    int seat = number(field(field(view, "viewer"), "seat")), best = -1000;
    const char *sheet = nth(field(view, "sheets"), seat);
    for (const char *split = first(field(legal, "splits")); split; split = next(split)) {
        int pair[2], removed, merit = 0;
        if (sscanf(split, "\"%d+%d-%d", &pair[0], &pair[1], &removed) != 3) continue;
        for (int n = 0; n < 2; n++) {
            int marks = number(nth(field(sheet, "marks"), pair[n] - 2));
            merit += marks ? marks : -3;
        }
        for (const char *known = first(field(sheet, "removed")); known; known = next(known))
            if (number(field(known, "number")) == removed) merit -= number(field(known, "count"));
        if (merit > best) {
            best = merit;
            sprintf(act, "%d+%d-%d", pair[0], pair[1], removed);
        }
    }
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        const char *type = field(line, "type");
        if (is(type, "\"hello\"")) {
            puts("{\"type\":\"ready\",\"protocol\":1,\"name\":\"c-starter\",\"version\":\"1.0\"}");
        } else if (is(type, "\"act\"")) {
            char act[64] = "call";
            const char *view = field(line, "view"), *legal = field(line, "legal");
            const char *game = field(view, "game");
            if (is(game, "\"liars\"")) play_liars(view, legal, act);
            if (is(game, "\"claims\"")) play_claims(view, legal, act);
            if (is(game, "\"pairs\"")) play_pairs(view, legal, act);
            printf("{\"type\":\"move\",\"id\":%lld,\"act\":\"%s\"}\n", atoll(field(line, "id")), act);
        } else if (is(type, "\"bye\"")) {
            break;
        } /* start, events, over and whatever comes in later versions need no answer */
        fflush(stdout);
    }
    free(line);
    return 0;
}
