#ifndef SEXTANT_CBUILDINFO_H
#define SEXTANT_CBUILDINFO_H

/// The source revision that was built, or "unknown".
const char *sextant_build_revision(void);

#endif
