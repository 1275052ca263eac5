#pragma once
#include <microhttpd.h>
#include <stddef.h>

/* What the relay sets; MHD_start_daemon is variadic, which the importer leaves out. */
struct holdfast_http_options {
    unsigned int flags;
    int listen_socket;
    unsigned int thread_count, connection_limit, per_address_limit, timeout_seconds;
    size_t connection_memory;
    const char *tls_certificate, *tls_key;
    MHD_AccessHandlerCallback access;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
    void *(*target)(void *, const char *, struct MHD_Connection *);
    void *context;
};

static inline struct MHD_Daemon *holdfast_http_start(const struct holdfast_http_options *o) {
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)o->tls_certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)o->tls_key},
        /* The library's own choice has TLS 1.0 and 1.1 too, which RFC 8996 has ended. */
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    return MHD_start_daemon(
        o->flags, 0, NULL, NULL, o->access, o->context,
        MHD_OPTION_LISTEN_SOCKET, o->listen_socket,
        MHD_OPTION_THREAD_POOL_SIZE, o->thread_count,
        MHD_OPTION_CONNECTION_LIMIT, o->connection_limit,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, o->per_address_limit,
        MHD_OPTION_CONNECTION_TIMEOUT, o->timeout_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, o->connection_memory,
        MHD_OPTION_NOTIFY_COMPLETED, o->completed, o->context,
        MHD_OPTION_NOTIFY_CONNECTION, o->connection, o->context,
        MHD_OPTION_URI_LOG_CALLBACK, o->target, o->context,
        MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
        MHD_OPTION_ARRAY, o->tls_certificate ? tls : none,
        MHD_OPTION_END);
}

/* A union that the importer cannot read members of by name everywhere. */
static inline int holdfast_http_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? (int)info->connect_fd : -1;
}

static inline const struct sockaddr *holdfast_http_peer(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

static inline void *holdfast_http_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}
