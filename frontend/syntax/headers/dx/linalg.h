// Linear algebra comes with shader model 6.10. Before, this header has what it is made of.
#pragma once

#include <enable_if>
#include <type_traits>
