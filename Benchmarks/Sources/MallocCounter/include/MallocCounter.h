#ifndef SEXTANT_MALLOC_COUNTER_H
#define SEXTANT_MALLOC_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted: only with glibc, whose allocator a program can replace.
bool sextant_counts_allocations(void);

/// The number of allocations of this thread; a resized block counts again.
uint64_t sextant_allocation_count(void);

#endif
