#ifndef SEXTANT_MALLOC_COUNTER_H
#define SEXTANT_MALLOC_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Returns whether allocations are counted. This requires glibc, because a program can replace its allocator.
bool sextant_counts_allocations(void);

/// Returns the number of allocations of this thread. Each resize of a block counts as an allocation.
uint64_t sextant_allocation_count(void);

#endif
