#pragma once
#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast macro, which the importer leaves out; SQLITE_STATIC is nil in Swift. */
static inline sqlite3_destructor_type holdfast_sqlite_transient(void) { return SQLITE_TRANSIENT; }

/* sqlite3_db_config is variadic, which the importer leaves out. For the switches that take an int and
   answer with the state they are in: an answer other than the one asked for is an error too. */
static inline int holdfast_sqlite_switch(sqlite3 *db, int option, int on) {
    int state = -1;
    int code = sqlite3_db_config(db, option, on, &state);
    if (code != SQLITE_OK) return code;
    return state == on ? SQLITE_OK : SQLITE_ERROR;
}
