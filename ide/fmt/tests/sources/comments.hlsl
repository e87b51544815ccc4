/* A block comment
   of two lines. */
float a;// right after
float b;     // apart
    // moved
void f()  // of the header
{ // of the brace

    /*
     * Its lines move
     * with it.
     */
  int x; /* inner */ int y;
      /* before */ x = 1;
  if (x) // why
      y = 1; // because
  // before else
  else
      y = 2;
  call(x, // first
       y); // second


// the end
}
/// Documentation.
float c(/* nothing */);



float d;
// ---------- formatted ----------
/* A block comment
   of two lines. */
float a; // right after
float b;     // apart
// moved
void f()  // of the header
{ // of the brace
  /*
   * Its lines move
   * with it.
   */
  int x; /* inner */
  int y;
  /* before */ x = 1;
  if (x) // why
    y = 1; // because
  // before else
  else
    y = 2;
  call(x, // first
       y); // second


  // the end
}
/// Documentation.
float c(/* nothing */);


float d;
