//! Tests the library that replaces dxcompiler in one program, with a module for each topic.

mod support;

mod engines;
mod reflection;
mod scenarios;
mod services;
