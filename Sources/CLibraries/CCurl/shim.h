#pragma once
#include <curl/curl.h>

/* What a transfer sets; curl_easy_setopt is variadic, which the importer leaves out. */
struct holdfast_curl_options {
    const char *url;
    const char *method;
    const void *body; /* NULL for no body */
    long body_count;
    struct curl_slist *headers;
    const char *authorities; /* NULL for the system's */
    int permits_plain;
    long connect_milliseconds, milliseconds;
    curl_write_callback write;
    void *context;
};

static inline CURLcode holdfast_curl_prepare(CURL *easy, const struct holdfast_curl_options *o) {
    CURLcode code;
#define HOLDFAST_SET(option, value)                                                                \
    if ((code = curl_easy_setopt(easy, option, value)) != CURLE_OK) return code
    HOLDFAST_SET(CURLOPT_NOSIGNAL, 1L);
#if LIBCURL_VERSION_NUM >= 0x075500
    HOLDFAST_SET(CURLOPT_PROTOCOLS_STR, o->permits_plain ? "http,https" : "https");
#else
    HOLDFAST_SET(
        CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTPS | (o->permits_plain ? CURLPROTO_HTTP : 0)));
#endif
    HOLDFAST_SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    HOLDFAST_SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    HOLDFAST_SET(CURLOPT_PROXY_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    HOLDFAST_SET(CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    HOLDFAST_SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    HOLDFAST_SET(CURLOPT_URL, o->url);
    /* What is not encrypted stays on this machine, whatever proxy the environment names. */
    if (o->permits_plain) HOLDFAST_SET(CURLOPT_PROXY, "");
    if (o->authorities) {
        HOLDFAST_SET(CURLOPT_CAINFO, o->authorities);
        /* Else the system's folder of authorities would count beside the file. */
        HOLDFAST_SET(CURLOPT_CAPATH, NULL);
    }
    HOLDFAST_SET(CURLOPT_CONNECTTIMEOUT_MS, o->connect_milliseconds);
    HOLDFAST_SET(CURLOPT_TIMEOUT_MS, o->milliseconds);
    HOLDFAST_SET(CURLOPT_HTTPHEADER, o->headers);
    HOLDFAST_SET(CURLOPT_WRITEFUNCTION, o->write);
    HOLDFAST_SET(CURLOPT_WRITEDATA, o->context);
    if (o->body) {
        /* The size first: what is copied has no end of its own. */
        HOLDFAST_SET(CURLOPT_POSTFIELDSIZE, o->body_count);
        HOLDFAST_SET(CURLOPT_COPYPOSTFIELDS, o->body);
        HOLDFAST_SET(CURLOPT_CUSTOMREQUEST, o->method);
    } else {
        HOLDFAST_SET(CURLOPT_HTTPGET, 1L);
    }
#undef HOLDFAST_SET
    return CURLE_OK;
}

static inline CURLcode holdfast_curl_status(CURL *easy, long *status) {
    return curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, status);
}

/* What a proxy said when it was asked for a tunnel; 0 if none was asked. */
static inline CURLcode holdfast_curl_proxy_status(CURL *easy, long *status) {
    return curl_easy_getinfo(easy, CURLINFO_HTTP_CONNECTCODE, status);
}

/* The next transfer that has ended; its result is in a union that the importer cannot read. */
static inline CURL *holdfast_curl_ended(CURLM *multi, CURLcode *result) {
    CURLMsg *message;
    int left;
    while ((message = curl_multi_info_read(multi, &left)))
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    return NULL;
}
