//! Runs actions on other machines and shares their results: a client of the Remote Execution API, version 2.
//!
//! Input: an [`Action`], which is a command line, the files it reads and the names of those it writes. Output: an [`Outcome`], the bytes of the
//! latter. An action has a digest, which is a function of these and nothing else; a server stores results under these digests and has
//! workers execute actions without a stored result.
//!
//! Whatever a server sends is checked: bytes by their digest, so that a damaged or lying cache is an error and never a result. The crate
//! reads and writes no files.
//!
//! The messages ([`api`]) are written by hand: the fields that are used, by the numbers that the published definitions give them. Feature `grpc`
//! brings the connection.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod action;
pub mod api;
#[cfg(feature = "grpc")]
mod calls;
#[cfg(feature = "grpc")]
mod client;
pub mod digest;
#[cfg(feature = "grpc")]
mod execution;
pub mod settings;
mod trouble;

pub use action::{Action, Input, Outcome};
#[cfg(feature = "grpc")]
pub use client::Remote;
pub use digest::Blob;
pub use settings::Settings;
pub use trouble::Trouble;
