#include "load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { most_connections = 1024, buffer_size = 1 << 20, patience_ms = 30000 };

struct connection {
    int socket;
    uint8_t *buffer;
    size_t have;
};

struct answer {
    int status;
    bool is_chunked;
    /* Where the body begins, how long it is, and where the answer ends. */
    size_t body, body_count, end;
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* A header's value in a head that ends with a zero. */
static const char *header(const char *head, const char *name) {
    size_t length = strlen(name);
    for (const char *line = strstr(head, "\r\n"); line; line = strstr(line + 2, "\r\n")) {
        if (strncasecmp(line + 2, name, length) == 0 && line[2 + length] == ':') {
            const char *value = line + 3 + length;
            while (*value == ' ') value++;
            return value;
        }
    }
    return NULL;
}

/*
 * Goes through a body in chunks, and copies what fits.
 * 1: whole; 0: not yet; -1: no answer.
 */
static int read_chunks(
    const uint8_t *bytes, size_t count, struct answer *answer, uint8_t *copy, size_t room) {
    size_t at = answer->body;
    answer->body_count = 0;
    while (true) {
        const uint8_t *line = memmem(bytes + at, count - at, "\r\n", 2);
        if (!line) return 0;
        size_t size = strtoul((const char *)bytes + at, NULL, 16);
        at = (size_t)(line - bytes) + 2;
        if (size > buffer_size) return -1;
        if (count < at + size + 2) return 0;
        size_t kept = size < room ? size : room;
        if (copy) memcpy(copy, bytes + at, kept);
        if (copy) copy += kept;
        room -= kept;
        answer->body_count += kept;
        at += size + 2;
        if (size == 0) {
            answer->end = at;
            return 1;
        }
    }
}

static int read_answer(uint8_t *bytes, size_t count, struct answer *answer) {
    uint8_t *end = memmem(bytes, count, "\r\n\r\n", 4);
    if (!end) return 0;
    size_t body = (size_t)(end - bytes) + 4;
    /* The blank line's end becomes a zero while the head is read. */
    uint8_t kept = end[2];
    end[2] = 0;
    const char *head = (const char *)bytes;
    int is_whole = -1;
    const char *length = header(head, "Content-Length");
    const char *coding = header(head, "Transfer-Encoding");
    answer->body = body;
    if (strncmp(head, "HTTP/1.1 ", 9) == 0) {
        answer->status = atoi(head + 9);
        if (length) {
            answer->body_count = strtoul(length, NULL, 10);
            answer->end = body + answer->body_count;
            is_whole = count >= answer->end;
        } else if (coding && strncasecmp(coding, "chunked", 7) == 0) {
            end[2] = kept;
            answer->is_chunked = true;
            return read_chunks(bytes, count, answer, NULL, buffer_size);
        }
    }
    end[2] = kept;
    return is_whole;
}

static int open_connection(struct connection *connection, uint16_t port, int poll, size_t number) {
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int on = 1;
    connection->buffer = malloc(buffer_size + 1);
    connection->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (!connection->buffer || connection->socket < 0) return errno;
    if (connect(connection->socket, (struct sockaddr *)&address, sizeof address) != 0) return errno;
    setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = number};
    return epoll_ctl(poll, EPOLL_CTL_ADD, connection->socket, &event) == 0 ? 0 : errno;
}

/* The socket blocks: a request is small beside what the system buffers. */
static int send_all(int socket, const uint8_t *bytes, size_t count) {
    while (count > 0) {
        ssize_t sent = send(socket, bytes, count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return errno;
        bytes += sent;
        count -= (size_t)sent;
    }
    return 0;
}

struct run {
    const uint8_t *requests;
    const size_t *ends;
    size_t count, next, in_flight;
    int status;
    uint8_t *body;
    size_t body_room;
    struct load_result *result;
};

static int send_next(struct run *run, struct connection *connection) {
    if (run->next == run->count || run->result->other_status != 0) return 0;
    size_t start = run->next == 0 ? 0 : run->ends[run->next - 1];
    int code = send_all(
        connection->socket, run->requests + start, run->ends[run->next] - start);
    run->next++;
    if (code == 0) run->in_flight++;
    return code;
}

static int take_answer(struct run *run, struct connection *connection) {
    ssize_t count = recv(
        connection->socket, connection->buffer + connection->have,
        buffer_size - connection->have, MSG_DONTWAIT);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return 0;
    if (count < 0) return errno;
    struct answer answer = {0};
    connection->have += (size_t)count;
    int is_whole = read_answer(connection->buffer, connection->have, &answer);
    if (is_whole == 0 && count > 0 && connection->have < buffer_size) return 0;
    run->in_flight--;
    if (is_whole != 1 || answer.end != connection->have) {
        run->result->other_status = -1;
        return 0;
    }
    struct load_result *result = run->result;
    if (answer.is_chunked) {
        read_chunks(
            connection->buffer, connection->have, &answer, run->body, run->body_room);
    } else {
        if (answer.body_count > run->body_room) answer.body_count = run->body_room;
        memcpy(run->body, connection->buffer + answer.body, answer.body_count);
    }
    result->body_count = answer.body_count;
    connection->have = 0;
    if (answer.status != run->status) {
        if (result->other_status == 0) result->other_status = answer.status;
        return 0;
    }
    result->answered++;
    return send_next(run, connection);
}

static int serve(struct run *run, struct connection *connections, size_t count, int poll) {
    struct epoll_event events[64];
    for (size_t number = 0; number < count; number++) {
        int code = send_next(run, &connections[number]);
        if (code != 0) return code;
    }
    while (run->in_flight > 0) {
        int found = epoll_wait(poll, events, 64, patience_ms);
        if (found < 0 && errno == EINTR) continue;
        if (found < 0) return errno;
        if (found == 0) return ETIMEDOUT;
        for (int index = 0; index < found; index++) {
            int code = take_answer(run, &connections[events[index].data.u64]);
            if (code != 0) return code;
            /* A connection that ended stays readable; nothing more is waited for. */
            if (run->result->other_status == -1) return 0;
        }
    }
    return 0;
}

int load_run(
    uint16_t port, size_t connection_count, const uint8_t *requests, const size_t *ends,
    size_t request_count, int status, uint8_t *body, size_t body_room,
    struct load_result *result) {
    if (connection_count == 0 || connection_count > most_connections) return EINVAL;
    *result = (struct load_result){0};
    struct connection *connections = calloc(connection_count, sizeof *connections);
    int poll = epoll_create1(EPOLL_CLOEXEC);
    int code = connections && poll >= 0 ? 0 : errno;
    for (size_t number = 0; connections && number < connection_count; number++) {
        connections[number].socket = -1;
    }
    for (size_t number = 0; code == 0 && number < connection_count; number++) {
        code = open_connection(&connections[number], port, poll, number);
    }
    if (code == 0) {
        struct run run = {
            .requests = requests, .ends = ends, .count = request_count, .status = status,
            .body = body, .body_room = body_room, .result = result};
        double start = now();
        code = serve(&run, connections, connection_count, poll);
        result->seconds = now() - start;
    }
    for (size_t number = 0; connections && number < connection_count; number++) {
        if (connections[number].socket >= 0) close(connections[number].socket);
        free(connections[number].buffer);
    }
    free(connections);
    if (poll >= 0) close(poll);
    return code;
}
