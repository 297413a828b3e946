#ifndef SEXTANT_CMEMORYREUSE_H
#define SEXTANT_CMEMORYREUSE_H

/// Keeps freed memory for reuse, where the C library is glibc.
///
/// Each recording needs arrays of about the same lengths. The C library would return the memory of large ones to the system
/// and receive it again with a fault for each page, which costs more than filling the arrays.
void sextant_reuse_memory(void);

#endif
