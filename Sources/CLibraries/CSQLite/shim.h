#pragma once
#include <sqlite3.h>

/* SQLITE_TRANSIENT and SQLITE_STATIC are cast macros, which the importer leaves out. */
static inline sqlite3_destructor_type holdfast_sqlite_transient(void) { return SQLITE_TRANSIENT; }
