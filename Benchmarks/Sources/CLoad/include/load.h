#pragma once
#include <stddef.h>
#include <stdint.h>

/* What came of a run. */
struct load_result {
    /* From the first byte out to the last byte in. */
    double seconds;
    /* Answers with the status that was asked for. */
    size_t answered;
    /* The first other status, or 0; -1 for an answer that was none, or an end without one. */
    int other_status;
    /* How much of the last answer's body was copied. */
    size_t body_count;
};

/*
 * Sends whole requests over connections that stay open, each when the answer before it has come, and
 * ends with the last answer or the first one that is not what was asked for.
 *
 * requests: all of them, one behind the other; ends: where each of them ends; body: where the last
 * answer's body is copied to, as much as fits.
 * Returns 0, or the number of the system's error.
 */
int load_run(
    uint16_t port, size_t connection_count, const uint8_t *requests, const size_t *ends,
    size_t request_count, int status, uint8_t *body, size_t body_room, struct load_result *result);
