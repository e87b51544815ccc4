#define LONG a + \
   b
int lo\
ng = LONG; // comment \
still comment
int x /* over
lines */ = 1;
"a\
b"
