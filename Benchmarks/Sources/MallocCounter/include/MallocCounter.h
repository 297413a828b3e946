#ifndef SEXTANT_MALLOC_COUNTER_H
#define SEXTANT_MALLOC_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted here: only with glibc, whose allocator can be stood in for by a program's own.
bool sextant_counts_allocations(void);

/// How many blocks of memory this thread has asked for so far; a block that was resized counts again.
uint64_t sextant_allocation_count(void);

#endif
