#include "CMemoryReuse.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

/* The bytes from which an array has pages of its own, which the system receives when it is freed. */
#define OWN_PAGES (8 << 20)
/* The bytes at the end of a heap that are kept. */
#define KEPT (64 << 20)
#endif

void sextant_reuse_memory(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, OWN_PAGES);
    mallopt(M_TRIM_THRESHOLD, KEPT);
#endif
}
