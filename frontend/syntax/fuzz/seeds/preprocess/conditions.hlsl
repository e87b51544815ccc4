#define A 2
#define HAS defined(A)
#if A == 2 && defined A && !defined(B) && HAS
one
#elif 1
no
#endif
#if 0
#if 1
no
#else
no
#endif
#elif (1 ? -1 < 0u : 1) == 0 && 0x10 == 16 && 0b11 == 3 && 'a' == 97 && ~0 == -1 && (7 & 3 | 8) == 11
two
#else
no
#endif
#ifndef B
three
#endif
#ifdef B
/* #endif */ "
#endif
#if 1 || 1 / 0
four
#endif
#if UNKNOWN || false
no
#elif true && 18446744073709551615 > 0 && -1 >> 1 == -1 && 2 * 3 + 4 == 10 && 7 % 4 == 3
five
#endif
