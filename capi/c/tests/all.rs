//! Tests the C interface in one program, with a module for each topic.

mod support;

mod bad_input;
mod compiling;
mod diagnostics;
mod examples;
mod including;
mod versions;
