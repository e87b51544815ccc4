//! Debugs shaders in an editor: the Debug Adapter Protocol over the stepping engine.
//!
//! Input: messages of a client ([`transport`]), and a [`Host`] that compiles and reads files. Output: messages. [`Adapter`] holds the
//! state and knows no channel; [`serve`] reads in a thread of its own, so that a command that takes long hears `pause` and
//! `disconnect` between its slices, and ends when the client does.
//!
//! The messages are types of our own ([`protocol`]): the crates `dap` (an alpha of its first minor version) and `debug_types` are not
//! kept up with the specification, which has changed since.
//!
//! Invariants: every request has one answer; no message panics the adapter; nothing but [`serve`] blocks.

#![forbid(unsafe_code)]
#![warn(clippy::wildcard_enum_match_arm)]

mod adapter;
#[expect(missing_docs, reason = "the specification documents them")]
pub mod protocol;
mod show;
pub mod transport;

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc;

pub use adapter::Adapter;

/// What the adapter does not do itself.
pub trait Host {
    /// Compiles a shader with these options of the command line, or gives the container that the file is.
    fn compile(&self, program: &str, options: &[String]) -> Result<Vec<u8>, String>;
    /// The text of a file.
    fn read(&self, path: &str) -> Result<String, String>;
}

/// Serves a client until it disconnects or goes away.
pub fn serve(input: impl Read + Send + 'static, output: &mut impl Write, host: &dyn Host) -> io::Result<()> {
    let (sender, receiver) = mpsc::channel();
    // It ends with the input, or with its first message that nobody receives. A read that nothing comes for is left to the end of
    // the process.
    std::thread::spawn(move || {
        let mut input = BufReader::new(input);
        loop {
            let message = transport::read(&mut input);
            let is_last = !matches!(message, Ok(Some(_)));
            if sender.send(message).is_err() || is_last {
                return;
            }
        }
    });
    let mut adapter = Adapter::new(host);
    while !adapter.is_over() {
        let message = if adapter.is_busy() {
            match receiver.try_recv() {
                Ok(message) => Some(message),
                Err(mpsc::TryRecvError::Empty) => None,
                Err(mpsc::TryRecvError::Disconnected) => return Ok(()),
            }
        } else {
            match receiver.recv() {
                Ok(message) => Some(message),
                Err(mpsc::RecvError) => return Ok(()),
            }
        };
        let answers = match message {
            Some(message) => match message? {
                Some(content) => adapter.message(&content),
                None => return Ok(()),
            },
            None => adapter.work(),
        };
        for answer in answers {
            transport::write(output, &answer)?;
        }
    }
    Ok(())
}
