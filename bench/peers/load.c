// One load generator for every server: raw WebSockets over epoll, one thread. cc -O2 -o load load.c -lm
//
//   load PROTOCOL PORT ROOMS MODE RATE SECONDS SETTLE [ROOMSFILE [FACTS [LOG]]]
//
// PROTOCOL   plain (the C ceiling, picows, aiohttp), colyseus, boardgameio, cartable
// MODE       closed: a call in every room as soon as all four seats were told of the last one
//            open:   RATE calls a second in every room; latency counts from when a call was due
//            paced:  cartable only; all four search at human pace, LOG gets every call, pong and verdict
// SETTLE     cartable: seconds from the start of the last game to the first measured call
// ROOMSFILE  colyseus: a path for each seat; cartable: code and host's token for each room
// FACTS      cartable, from inside.py: int16 version of the protocol, int16 N, then N x N int16, the symbol that two cards share
//
// It says READY when everybody sits, waits for a byte on stdin, says START, END and a line of JSON,
// and keeps its connections until stdin ends.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { SEATS = 4, DECK = 57, MOST = 8 };
enum { PLAIN, COLYSEUS, BOARDGAMEIO, CARTABLE };
enum { CLOSED, OPEN, PACED };
enum { COMING, IN };
enum { TOLD, SENT };
#define SECOND 1000000000LL

typedef struct {
    int fd, room, seat, stage;
    char *buffer;
    int length, capacity;
    // What a seat at a Cartable table knows: its last request, the game, the cards it compares.
    int id, number, moves, reveal, up, count, cards[MOST];
    int64_t painted;
} conn;

typedef struct {
    int hand[SEATS], top;     // the peers' deck, mirrored
    int caller, waiting;      // who calls next; how many have not been told of the call yet
    int moves;                // of the game when the call was sent
    long calls;
    int64_t since, next;
    char code[64], token[128];
} room;

typedef struct { int32_t room; int16_t kind, seat; int32_t a, b; double at; } entry;

static int protocol, mode, port, n_rooms, n_conns, epoll, measuring;
static conn *conns;
static room *rooms;
static int64_t *due;          // paced: when each seat will press, 0 for not at all
static int deck[DECK][MOST];
static uint64_t mask[DECK];
static int16_t *shared, n_cards, version;
static uint32_t *latency;     // tenths of a microsecond
static long n_latency, cap_latency, calls, bytes, frames, late, refused, ended;
static entry *entries;
static long n_entries, cap_entries;
static int64_t last_told, longest, longest_at;

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * SECOND + t.tv_nsec;
}

static void die(const char *why, const char *detail, int length) {
    fprintf(stderr, "load: %s %.*s\n", why, length, detail);
    exit(1);
}

// ---- frames

static void put(conn *c, const char *p, int n) {
    while (n) {
        int k = write(c->fd, p, n);
        if (k < 0 && errno != EAGAIN) die("write:", strerror(errno), 80);
        if (k > 0) p += k, n -= k;
    }
}

// Send a frame, masked with zeros as the protocol allows.
static void send_frame(conn *c, int op, const void *p, int n) {
    char b[2048];
    int h = 2;
    b[0] = 0x80 | op;
    if (n < 126) b[1] = 0x80 | n;
    else b[1] = (char)(0x80 | 126), b[2] = n >> 8, b[3] = n, h = 4;
    memset(b + h, 0, 4);
    memcpy(b + h + 4, p, n);
    put(c, b, h + 4 + n);
}

static void say(conn *c, const char *format, ...) {
    char text[1024];
    va_list values;
    va_start(values, format);
    send_frame(c, 1, text, vsnprintf(text, sizeof text, format, values));
    va_end(values);
}

static int read_more(conn *c) {
    if (c->length == c->capacity) {
        c->capacity = c->capacity ? c->capacity * 2 : 4096;
        c->buffer = realloc(c->buffer, c->capacity);
    }
    int k = read(c->fd, c->buffer + c->length, c->capacity - c->length);
    if (k == 0) die("the server closed a connection", "", 0);
    if (k < 0 && errno != EAGAIN) die("read:", strerror(errno), 80);
    if (k > 0) c->length += k;
    return k > 0 && c->length == c->capacity;
}

static void drop(conn *c, int n) {
    memmove(c->buffer, c->buffer + n, c->length - n);
    c->length -= n;
}

static int starts(const char *p, int n, const char *with) {
    int k = strlen(with);
    return n >= k && !memcmp(p, with, k);
}

static const char *after(const char *p, int n, const char *key) {
    int k = strlen(key);
    const char *q = memmem(p, n, key, k);
    return q ? q + k : NULL;
}

// ---- calls

static void make_deck(void) {
    int q = 7, c = 0;
    for (int i = 0; i <= q; i++, c++)
        for (int j = 0; j < q; j++) deck[c][j + 1] = 1 + j + i * q;
    for (int i = 0; i < q; i++)
        for (int j = 0; j < q; j++, c++) {
            deck[c][0] = i + 1;
            for (int k = 0; k < q; k++) deck[c][k + 1] = q + 1 + q * k + (i * k + j) % q;
        }
    for (c = 0; c < DECK; c++)
        for (int k = 0; k < MOST; k++) mask[c] |= 1ull << deck[c][k];
}

static void note(int kind, int r, int seat, int a, int b, int64_t at) {
    if (n_entries == cap_entries) die("the log is full", "", 0);
    entries[n_entries++] = (entry){r, kind, seat, a, b, at / 1e9};
}

static void cartable_call(conn *c, int64_t t) {
    char cards[128], timing[64] = "\"reveal\":null,\"reaction\":null";
    int k = 0;
    for (int i = 0; i < c->count; i++) k += snprintf(cards + k, sizeof cards - k, i ? ",%d" : "%d", c->cards[i]);
    if (c->reveal) {
        int reaction = (t - c->painted) / 1000000;
        snprintf(timing, sizeof timing, "\"reveal\":%d,\"reaction\":%d", c->reveal, reaction);
        if (mode == PACED) note(SENT, c->room, c->seat, reaction, 0, t);
    }
    say(c, "{\"type\":\"play\",\"id\":%d,\"seat\":%d,\"move\":{\"type\":\"call\",\"symbol\":%d,\"cards\":[%s]},%s}",
         ++c->id, c->seat, shared[c->cards[0] * n_cards + c->cards[1]], cards, timing);
}

// Call in a room, where one can; `since` is when it was due.
static void call(int number, int64_t since) {
    room *r = &rooms[number];
    conn *c = &conns[number * SEATS + r->caller];
    if (protocol == CARTABLE) {
        for (int i = 0; i < SEATS && !c->up; i++) c = &conns[number * SEATS + i];
        if (!c->up) return;
        r->moves = c->moves;
        cartable_call(c, now());
    } else {
        int symbol = __builtin_ctzll(mask[r->hand[c->seat]] & mask[r->top]);
        if (protocol == PLAIN) say(c, "{\"t\":\"claim\",\"s\":%d}", symbol);
        else if (protocol == COLYSEUS) {
            uint8_t m[8] = {13, 0xa5, 'c', 'l', 'a', 'i', 'm', symbol};
            send_frame(c, 2, m, 8);
        } else
            say(c, "42/tower,[\"update\",{\"type\":\"MAKE_MOVE\",\"payload\":{\"type\":\"claim\",\"args\":[%d],\"playerID\":\"%d\","
                    "\"credentials\":null}},%ld,\"r%d\",\"%d\"]", symbol, c->seat, r->calls, number, c->seat);
    }
    r->waiting = SEATS;
    r->since = since;
}

// Count that a seat was told of the call in its room.
static void told(conn *c, int64_t t) {
    room *r = &rooms[c->room];
    if (!r->waiting) return;
    if (measuring) {
        if (n_latency == cap_latency) latency = realloc(latency, (cap_latency = cap_latency * 2 + (1 << 20)) * sizeof *latency);
        int64_t d = (t - r->since) / 100;
        latency[n_latency++] = d > UINT32_MAX ? UINT32_MAX : d;
    }
    if (--r->waiting) return;
    calls++;
    r->calls++;
    r->hand[r->caller] = r->top;
    for (int again = 1; again;) {
        again = 0;
        r->top = (r->top + 1) % DECK;
        for (int i = 0; i < SEATS; i++) again |= r->hand[i] == r->top;
    }
    r->caller = (r->caller + 1 + r->calls * 7 % SEATS) % SEATS;
}

// ---- Cartable's messages

static double search_ms(void) {  // ex-Gaussian 900 / 180 / 700, nobody sooner than 300
    double g = sqrt(-2 * log(1 - drand48())) * cos(2 * M_PI * drand48());
    return fmax(300, 900 + 180 * g - 700 * log(1 - drand48()));
}

static int list(const char *p, int *out) {
    int n = 0;
    while (p && *p != ']' && n < MOST) {
        char *end;
        out[n++] = strtol(p, &end, 10);
        p = end + (*end == ',');
    }
    return n;
}

static void game(conn *c, const char *p, int n, int64_t t) {
    const char *q;
    int old[MOST], old_count = c->up ? c->count : 0, tops[MOST], seats[MOST], in = 0;
    memcpy(old, c->cards, sizeof old);
    c->number = (q = after(p, n, "\"number\":")) ? atoi(q) : 0;
    c->moves = (q = after(p, n, "\"moves\":")) ? atoi(q) : 0;
    if ((q = after(p, n, "\"reveal\":{\"number\":"))) c->reveal = atoi(q), c->painted = t;
    int over = !after(p, n, "\"result\":null");
    if (c->seat == 0 && mode == PACED) note(TOLD, c->room, 0, c->number, c->moves, t);
    if (c->seat == 0 && over) ended++, say(c, "{\"type\":\"start\",\"id\":%d}", ++c->id);
    c->up = !over && after(p, n, "\"flips\":null");
    if (c->up) {
        int rivals = list(after(p, n, "\"faceoff\":["), seats);
        if (rivals) {
            for (int i = 0; i < rivals; i++) in |= seats[i] == c->seat;
            c->up = in;
            c->count = list(after(p, n, "\"table\":["), c->cards);
        } else {
            list(after(p, n, "\"tops\":["), tops);
            c->cards[0] = (q = after(p, n, "\"middle\":")) ? atoi(q) : -1;
            c->cards[1] = tops[c->seat];
            c->count = 2;
        }
        c->up &= c->count >= 2 && c->cards[0] >= 0 && c->cards[1] >= 0;
    }
    if (mode == PACED) {
        if (measuring && t - last_told > longest) longest = t - last_told, longest_at = last_told;
        last_told = t;
        int same = c->up && old_count == c->count && !memcmp(old, c->cards, c->count * sizeof *old);
        if (!same) due[c - conns] = c->up ? t + (int64_t)(search_ms() * 1e6) : 0;
    } else if (c->moves > rooms[c->room].moves) told(c, t);
}

static void pong(conn *c, const char *p, int n) {
    const char *nonce = after(p, n, "\"nonce\":\"");
    char timing[64] = "\"reveal\":null,\"clock\":null";
    if (!nonce) return;
    if (c->reveal) {
        int64_t t = now();
        int clock = (t - c->painted) / 1000000;
        snprintf(timing, sizeof timing, "\"reveal\":%d,\"clock\":%d", c->reveal, clock);
        if (mode == PACED) note(SENT, c->room, c->seat, clock, 0, t);
    }
    say(c, "{\"type\":\"pong\",\"nonce\":\"%.*s\",%s}", (int)strcspn(nonce, "\""), nonce, timing);
}

// ---- what comes in

static void join(conn *c, const char *p, int n) {
    if (n == 0) return;
    if (protocol == PLAIN) c->stage = IN;
    else if (protocol == COLYSEUS && p[0] == 10) send_frame(c, 2, "\n", 1);
    else if (protocol == COLYSEUS && p[0] == 14) c->stage = IN;
    else if (protocol == BOARDGAMEIO && starts(p, n, "0{")) say(c, "40/tower,");
    else if (protocol == BOARDGAMEIO && starts(p, n, "40/tower"))
        say(c, "42/tower,[\"sync\",\"r%d\",\"%d\",null,%d]", c->room, c->seat, SEATS);
    else if (protocol == BOARDGAMEIO && starts(p, n, "42/tower,[\"sync\"")) c->stage = IN;
    else if (starts(p, n, "44") || starts(p, n, "{\"type\":\"error\"") || starts(p, n, "{\"type\":\"refused\"") ||
             starts(p, n, "{\"type\":\"reload\"")) die("joining:", p, n);
    else if (protocol == CARTABLE && starts(p, n, "{\"type\":\"welcome\"")) say(c, "{\"type\":\"sit\",\"id\":%d,\"seat\":%d}", ++c->id, c->seat);
    else if (protocol == CARTABLE && starts(p, n, "{\"type\":\"done\"")) c->stage = IN;
}

static void heard(conn *c, const char *p, int n, int64_t t) {
    if (protocol == BOARDGAMEIO && n == 1 && p[0] == '2') say(c, "3");
    else if (protocol == CARTABLE && starts(p, n, "{\"type\":\"ping\"")) pong(c, p, n);
    else if (c->stage != IN) join(c, p, n);
    else if (protocol == PLAIN && starts(p, n, "{\"t\":\"state\"")) told(c, t);
    else if (protocol == COLYSEUS && n && p[0] == 15) told(c, t);
    else if (protocol == BOARDGAMEIO && starts(p, n, "42/tower,[\"update\"")) told(c, t);
    else if (protocol == CARTABLE && starts(p, n, "{\"type\":\"game\"")) game(c, p, n, t);
    else if (protocol == CARTABLE && starts(p, n, "{\"type\":\"late\"")) late++;
    else if (protocol == CARTABLE && (starts(p, n, "{\"type\":\"refused\"") || starts(p, n, "{\"type\":\"error\"")))
        if (refused++ < 3) fprintf(stderr, "load: %.*s\n", n, p);
}

static void drain(conn *c) {
    int64_t t = now();
    int start = 0;
    while (c->length - start >= 2) {
        uint8_t *b = (uint8_t *)c->buffer + start;
        int rest = c->length - start, n = b[1] & 127, h = 2;
        if (n == 126) n = rest < 4 ? 1 << 30 : b[2] << 8 | b[3], h = 4;
        else if (n == 127) n = rest < 10 ? 1 << 30 : b[6] << 24 | b[7] << 16 | b[8] << 8 | b[9], h = 10;
        if (rest - h < n) break;
        int op = b[0] & 15;
        if (op == 8) die("the server said goodbye", "", 0);
        else if (op == 9) send_frame(c, 10, b + h, n);
        else if (op < 3) heard(c, (char *)b + h, n, t);
        start += h + n, bytes += h + n, frames++;
    }
    if (start) drop(c, start);
}

static void pump(int timeout) {
    struct epoll_event events[512];
    int k = epoll_wait(epoll, events, 512, timeout);
    for (int i = 0; i < k; i++) {
        conn *c = &conns[events[i].data.u32];
        while (read_more(c)) {}
        drain(c);
    }
}

// ---- the run

// Paced: press for everybody whose search is over.
static void press(int64_t t) {
    for (int i = 0; mode == PACED && i < n_conns; i++)
        if (due[i] && due[i] <= t) due[i] = 0, calls++, cartable_call(&conns[i], now());
}

static void come(conn *c, const char *path) {
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int one = 1, n, line;
    char request[1024];
    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(c->fd, (void *)&a, sizeof a)) die("connect:", strerror(errno), 80);
    n = snprintf(request, sizeof request,
                 "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n", path, port, port);
    put(c, request, n);
    char *end = NULL;
    while (!end) {
        read_more(c);
        end = memmem(c->buffer, c->length, "\r\n\r\n", 4);
    }
    line = end + 4 - c->buffer;
    if (!starts(c->buffer, c->length, "HTTP/1.1 101")) die("handshake:", c->buffer, line);
    drop(c, line);
    fcntl(c->fd, F_SETFL, O_NONBLOCK);
    struct epoll_event e = {.events = EPOLLIN, .data.u32 = c - conns};
    epoll_ctl(epoll, EPOLL_CTL_ADD, c->fd, &e);
    if (protocol == CARTABLE)
        say(c, "{\"type\":\"hello\",\"id\":%d,\"version\":%d,\"code\":\"%s\",\"token\":\"%s\"}",
             ++c->id, version, rooms[c->room].code, c->seat ? "" : rooms[c->room].token);
    drain(c);
    while (c->stage != IN) pump(100);
}

static void come_all(FILE *file) {
    char path[512];
    for (int i = 0; i < n_rooms; i++) {
        room *r = &rooms[i];
        r->top = SEATS;
        r->caller = i % SEATS;
        if (protocol == CARTABLE && fscanf(file, "%63s %127s", r->code, r->token) != 2) die("too few rooms", "", 0);
        for (int j = 0; j < SEATS; j++) {
            conn *c = &conns[i * SEATS + j];
            c->room = i, c->seat = r->hand[j] = j;
            if (protocol == CARTABLE) strcpy(path, "/ws");
            else if (protocol == BOARDGAMEIO) strcpy(path, "/socket.io/?EIO=4&transport=websocket");
            else if (protocol == PLAIN) snprintf(path, sizeof path, "/ws/%d/%d/%d", i, j, SEATS);
            else if (fscanf(file, "%511s", path) != 1) die("too few rooms", "", 0);
            come(c, path);
        }
    }
}

static void rest(double seconds) {
    int64_t end = now() + (int64_t)(seconds * SECOND);
    for (int64_t t; (t = now()) < end; pump(1)) press(t);
}

static void start_tables(double settle) {
    for (int i = 0; i < n_rooms; i++) {
        conn *c = &conns[i * SEATS];
        say(c, "{\"type\":\"start\",\"id\":%d}", ++c->id);
        if (i % 20 == 19) rest(0.1);
    }
    // The countdown, the burst of pings on joining, and in a paced run time for the tables to fall out of step.
    rest(settle);
    for (int i = 0; i < n_conns; i++)
        while (!conns[i].moves) rest(0.1);
}

static int by_size(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static double quantile(double q) { return n_latency ? latency[(long)((n_latency - 1) * q)] / 10.0 : 0; }

int main(int argc, char **argv) {
    static const char *PROTOCOLS[] = {"plain", "colyseus", "boardgameio", "cartable"}, *MODES[] = {"closed", "open", "paced"};
    if (argc < 8) die("arguments", "", 0);
    for (protocol = 0; strcmp(argv[1], PROTOCOLS[protocol]);) if (++protocol > CARTABLE) die("no such protocol:", argv[1], 80);
    for (mode = 0; strcmp(argv[4], MODES[mode]);) if (++mode > PACED) die("no such mode:", argv[4], 80);
    port = atoi(argv[2]), n_rooms = atoi(argv[3]), n_conns = n_rooms * SEATS;
    double rate = atof(argv[5]), seconds = atof(argv[6]), settle = atof(argv[7]);
    FILE *file = argc > 8 ? fopen(argv[8], "r") : NULL, *facts = argc > 9 ? fopen(argv[9], "rb") : NULL;
    alarm(seconds + settle + 240);  // whatever happens, it ends
    make_deck();
    if (protocol == CARTABLE) {
        if (!facts || fread(&version, 2, 1, facts) != 1 || fread(&n_cards, 2, 1, facts) != 1) die("facts", "", 0);
        shared = malloc(2L * n_cards * n_cards);
        if (fread(shared, 2L * n_cards, n_cards, facts) != (size_t)n_cards) die("facts", "", 0);
    }
    conns = calloc(n_conns, sizeof *conns), rooms = calloc(n_rooms, sizeof *rooms), due = calloc(n_conns, sizeof *due);
    if (mode == PACED) entries = calloc(cap_entries = n_rooms * (long)(seconds + 120) * 24, sizeof *entries);
    epoll = epoll_create1(0);
    come_all(file);
    if (protocol == CARTABLE) start_tables(settle);
    else rest(1);
    printf("READY\n"), fflush(stdout);
    fcntl(0, F_SETFL, O_NONBLOCK);
    for (char c;;) {
        int k = read(0, &c, 1);
        if (k == 1) break;
        if (k == 0) return 1;
        rest(0.001);
    }

    int64_t t = now(), warm = mode == PACED ? 0 : 2 * SECOND, begin = t + warm, end = begin + (int64_t)(seconds * SECOND);
    int64_t period = mode == OPEN ? (int64_t)(SECOND / rate) : 0, began = 0, before = t, pause = 0;
    long calls0 = 0, bytes0 = 0, frames0 = 0, ended0 = 0;
    for (int i = 0; i < n_rooms; i++) rooms[i].next = t + (int64_t)(period * fmod(i * 0.6180339887, 1));
    while ((t = now()) < end) {
        if (measuring && t - before > pause) pause = t - before;
        before = t;
        if (!measuring && t >= begin) {
            measuring = 1, began = last_told = t, calls0 = calls, bytes0 = bytes, frames0 = frames, ended0 = ended, late = 0;
            printf("START\n"), fflush(stdout);
        }
        press(t);
        for (int i = 0; mode != PACED && i < n_rooms; i++) {
            room *r = &rooms[i];
            if (r->waiting || r->next > t) continue;
            call(i, mode == OPEN ? r->next : now());
            if (r->waiting) r->next += period;
        }
        pump(mode != OPEN);
    }
    measuring = 0;
    double took = (now() - began) / 1e9;
    long n = calls - calls0, behind = 0;
    printf("END\n"), fflush(stdout);
    for (int i = 0; period && i < n_rooms; i++)
        if (rooms[i].next < t) behind += (t - rooms[i].next) / period + 1;
    qsort(latency, n_latency, sizeof *latency, by_size);
    printf("{\"calls\":%ld,\"seconds\":%.3f,\"calls_per_s\":%.1f,\"p50_us\":%.1f,\"p99_us\":%.1f,\"max_us\":%.1f,\"bytes_per_call\":%.0f,"
           "\"frames_per_call\":%.2f,\"behind\":%ld,\"late\":%ld,\"refused\":%ld,\"games_ended\":%ld,\"began\":%.6f,"
           "\"stall_ms\":%.1f,\"stall_at\":%.1f,\"own_pause_ms\":%.1f}\n",
           n, took, n / took, quantile(.5), quantile(.99), quantile(1), (bytes - bytes0) / fmax(1, n), (frames - frames0) / fmax(1, n),
           behind, late, refused, ended - ended0, began / 1e9, longest / 1e6, longest_at ? (longest_at - began) / 1e9 : 0, pause / 1e6);
    if (mode == PACED) {
        FILE *log = argc > 10 ? fopen(argv[10], "wb") : NULL;
        if (!log || fwrite(entries, sizeof *entries, n_entries, log) != (size_t)n_entries || fclose(log)) die("the log cannot be written", "", 0);
    }
    printf("WRITTEN\n"), fflush(stdout);
    fcntl(0, F_SETFL, 0);
    for (char c; read(0, &c, 1) == 1;) {}
    return 0;
}
