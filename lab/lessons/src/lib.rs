//! Holds the lessons about the compiler and judges their exercises.
//!
//! Input: the files of `docs/lessons`, and what a reader makes of the shader of an exercise. Output: a lesson as data
//! ([`lesson`]), and for each check of an exercise whether it holds, what was found, and a hint ([`judge()`]). A check is data
//! ([`rule`]); what it is judged by is what the compiler gives: messages, tokens, the IR, the container, and what the
//! interpreter leaves in buffers. Pictures are drawn from the same ([`draw`]).
//!
//! Nothing here does I/O: the texts are in the library, as a page has no files.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod code;
pub mod draw;
pub mod execute;
pub mod judge;
pub mod lesson;
pub mod rule;
mod texts;

pub use judge::{Compiles, Judged, Library, Said, Verdict, judge};
pub use lesson::{Block, Check, Exercise, Lesson};
pub use texts::{LESSONS, OTHERS, PICTURES, lesson as lesson_of};
