/*
 * An HTTP server on the relay's library that answers every request with the same bytes: what is
 * left when the relay does nothing. Started with as many bytes as the answer is to have; says its port.
 */
#include <arpa/inet.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>

static struct MHD_Response *response;

static enum MHD_Result answer(
    void *context, struct MHD_Connection *connection, const char *target, const char *method,
    const char *version, const char *data, size_t *count, void **slot) {
    static int seen;
    (void)context, (void)target, (void)method, (void)version, (void)data;
    if (*slot == NULL) {
        *slot = &seen;
        return MHD_YES;
    }
    if (*count > 0) {
        *count = 0;
        return MHD_YES;
    }
    return MHD_queue_response(connection, 200, response);
}

int main(int count, char **words) {
    size_t size = count > 1 ? strtoul(words[1], NULL, 10) : 0;
    char *body = calloc(1, size + 1);
    sigset_t ends;
    int number;
    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGINT);
    /* Before the first thread, which all inherit it. */
    sigprocmask(SIG_BLOCK, &ends, NULL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    response = MHD_create_response_from_buffer(size, body, MHD_RESPMEM_PERSISTENT);
    MHD_add_response_header(response, "Content-Type", "application/octet-stream");
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    /* As the relay sets it up. */
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_SUSPEND_RESUME | MHD_USE_PEDANTIC_CHECKS, 0, NULL,
        NULL, answer, NULL, MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_THREAD_POOL_SIZE, 2u,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(24 << 10), MHD_OPTION_END);
    if (daemon == NULL || response == NULL) return 9;
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    printf("listening on 127.0.0.1:%u\n", info->port);
    fflush(stdout);
    sigwait(&ends, &number);
    MHD_stop_daemon(daemon);
    MHD_destroy_response(response);
    free(body);
    return 0;
}
