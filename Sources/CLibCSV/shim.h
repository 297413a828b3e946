#ifndef SEXTANT_CLIBCSV_H
#define SEXTANT_CLIBCSV_H

#include <csv.h>

#endif
