//! lib_6_3
//! lib_6_6
// No function at all.
static const uint nothing = 3;
