#ifndef SEXTANT_CLIBZIP_H
#define SEXTANT_CLIBZIP_H

#include <zip.h>
#include <zlib.h>

#endif
