// A file of tabs stays one: they indent, and blanks align.
float f(float a,
        float b)
{
	if (a)
	{
		call(a,
		     b);
		call(
			a,
			b);
		return a +
	b;
	}
	return b;
}
// ---------- formatted ----------
// A file of tabs stays one: they indent, and blanks align.
float f(float a,
        float b)
{
	if (a)
	{
		call(a,
		     b);
		call(
			a,
			b);
		return a +
			b;
	}
	return b;
}
