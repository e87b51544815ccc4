//! The tests of the library in the place of dxcompiler: one program, a module for each topic.

mod support;

mod engines;
mod reflection;
mod scenarios;
