#ifndef SEXTANT_CLIBCSV_ALONE_H
#define SEXTANT_CLIBCSV_ALONE_H

#include <csv.h>

#endif
