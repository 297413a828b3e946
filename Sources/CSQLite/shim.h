#ifndef SEXTANT_CSQLITE_H
#define SEXTANT_CSQLITE_H

#include <sqlite3.h>

// Makes "name" in double quotes an identifier only. SQLite otherwise reads an unknown one as a string.
// sqlite3_db_config has variable arguments, so Swift cannot call it.
static inline int csqlite_reject_double_quoted_strings(sqlite3 *connection) {
    int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
    return code == SQLITE_OK ? sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0) : code;
}

#endif
