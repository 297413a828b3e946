#include "CBuildInfo.h"

#ifndef SEXTANT_REVISION
#define SEXTANT_REVISION "unknown"
#endif

const char *sextant_build_revision(void) { return SEXTANT_REVISION; }
