//! Collects the tests of this crate in one program. `test.sh` beside this folder tests the connection, with real servers.

mod actions;
mod settings;
