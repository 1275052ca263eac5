#pragma once
#include <libpq-fe.h>

/* Field codes are character literals in macros, which the importer leaves out. */
static inline const char *holdfast_pq_state(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}
