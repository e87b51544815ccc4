// What does not parse is formatted as far as it is understood.
float f( {
  x = (1 + ;
}
}
float   g ( )
{
  if (x
  {
    y = "unfinished
    ;
  }
float h;
// ---------- formatted ----------
// What does not parse is formatted as far as it is understood.
float f({
  x = (1 +;
}
}
float g()
{
  if (x
  {
    y = "unfinished
    ;
  }
  float h;
