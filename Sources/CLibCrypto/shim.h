#ifndef SEXTANT_CLIBCRYPTO_H
#define SEXTANT_CLIBCRYPTO_H

#include <openssl/evp.h>

#endif
