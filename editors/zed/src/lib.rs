//! Starts `hlslc lsp` for Zed: the program of the settings, or that on `PATH`.

#![warn(clippy::wildcard_enum_match_arm)]

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Hlslc;

impl zed::Extension for Hlslc {
    fn new() -> Self {
        Self
    }

    fn language_server_command(&mut self, id: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let settings = LspSettings::for_worktree(id.as_ref(), worktree).ok().and_then(|found| found.binary);
        let path = settings.as_ref().and_then(|binary| binary.path.clone());
        let command = path.or_else(|| worktree.which("hlslc")).ok_or("`hlslc` is not on PATH, and no setting names it")?;
        let args = settings.and_then(|binary| binary.arguments).unwrap_or_else(|| vec!["lsp".to_owned()]);
        Ok(Command { command, args, env: worktree.shell_env() })
    }
}

zed::register_extension!(Hlslc);
