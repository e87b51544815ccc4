//! Says why there is no result.

use crate::api::Digest;
use std::fmt;

/// Why a server gave no result. Whoever asked can do without: by running the action itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The server cannot be reached, or cannot do what is asked: the next action would end the same.
    Gone(String),
    /// The server sent bytes that are not those of their digest, or a result of something else.
    Lie {
        /// The digest that was asked for.
        digest: Digest,
        /// What came.
        what: String,
    },
    /// It took too long.
    Deadline,
    /// No worker took it in the time that an action may take: the next one would wait as long. The cache may still have it.
    NoWorker,
    /// The action was cancelled.
    Cancelled,
    /// Anything else.
    Failed(String),
}

impl Trouble {
    /// Whether the next action would end the same.
    pub fn is_lasting(&self) -> bool {
        matches!(self, Self::Gone(_))
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gone(why) | Self::Failed(why) => f.write_str(why),
            Self::Lie { digest, what } => {
                write!(f, "the server sent {what} for {}/{}, which is not used", digest.hash, digest.size_bytes)
            }
            Self::Deadline => f.write_str("it took longer than allowed"),
            Self::NoWorker => f.write_str("no worker took it in the time that an action may take"),
            Self::Cancelled => f.write_str("it was cancelled"),
        }
    }
}

impl std::error::Error for Trouble {}
