// Labels stand where the first one of the switch stands, and a body on its row stays there.
float f(int i)
{
switch (i)
{
case 0: return 1;
case 1:
case 2:
    i++; break;
case 3:
{
  i = 2;
  break;
}
case 4: {
  i = 3;
}
break;
// The rest.
default:
    return 0;
}
switch (i) {
    case 1:
      return 2;
    default: break;
}
return i;
}
// ---------- formatted ----------
// Labels stand where the first one of the switch stands, and a body on its row stays there.
float f(int i)
{
    switch (i)
    {
    case 0: return 1;
    case 1:
    case 2:
        i++;
        break;
    case 3:
    {
        i = 2;
        break;
    }
    case 4: {
        i = 3;
    }
        break;
    // The rest.
    default:
        return 0;
    }
    switch (i)
    {
        case 1:
            return 2;
        default: break;
    }
    return i;
}
