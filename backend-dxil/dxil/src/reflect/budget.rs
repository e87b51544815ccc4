//! Bounds the text of reflection by a multiple of the container's size.
//!
//! Containers store equal text once and refer to it; reflection has a copy at each place. No shader comes near the bound,
//! but a constructed container could ask for the square of its size.

use super::{Reflect, ReflectError};
use crate::container::Container;

/// Bytes that any container may ask for, and how many times its own size more.
const LEAST: usize = 1 << 16;
const TIMES: usize = 64;

/// The remaining budget.
pub(super) struct Budget(usize);

impl Budget {
    /// The budget of a container.
    pub(super) fn of(container: &Container) -> Self {
        let size: usize = container.parts.iter().map(|part| part.data.len()).sum();
        Self(size.saturating_mul(TIMES).saturating_add(LEAST))
    }

    /// Draws bytes.
    pub(super) fn draw(&mut self, bytes: usize) -> Reflect<()> {
        self.0 = self.0.checked_sub(bytes).ok_or(ReflectError::TooLarge)?;
        Ok(())
    }

    /// A text, drawn by its length. What is no UTF-8 shows as U+FFFD.
    pub(super) fn text(&mut self, bytes: &[u8]) -> Reflect<String> {
        self.draw(bytes.len())?;
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }
}
