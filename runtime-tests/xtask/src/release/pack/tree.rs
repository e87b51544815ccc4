//! Holds files by their paths, in order.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// What lies at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A file.
    File {
        /// Its contents.
        bytes: Vec<u8>,
        /// Whether it is a program.
        is_executable: bool,
    },
    /// Another name for a file in the same folder.
    Link(String),
}

/// A file without links: its path, its contents, and whether it is a program.
pub type Plain<'a> = (&'a str, &'a [u8], bool);

/// Files by their paths, which have slashes and are relative.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree(BTreeMap<String, Node>);

impl Tree {
    /// With a file.
    #[must_use]
    pub fn file(mut self, path: &str, bytes: impl Into<Vec<u8>>) -> Self {
        self.0.insert(path.to_owned(), Node::File { bytes: bytes.into(), is_executable: false });
        self
    }

    /// With a program.
    #[must_use]
    pub fn program(mut self, path: &str, bytes: impl Into<Vec<u8>>) -> Self {
        self.0.insert(path.to_owned(), Node::File { bytes: bytes.into(), is_executable: true });
        self
    }

    /// With another name for a file in the same folder.
    #[must_use]
    pub fn link(mut self, path: &str, target: &str) -> Self {
        self.0.insert(path.to_owned(), Node::Link(target.to_owned()));
        self
    }

    /// With all of another tree.
    #[must_use]
    pub fn with(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// The same in a folder.
    #[must_use]
    pub fn under(self, folder: &str) -> Self {
        Self(self.0.into_iter().map(|(path, node)| (format!("{folder}/{path}"), node)).collect())
    }

    /// What lies where, in order.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &Node)> {
        self.0.iter().map(|(path, node)| (path.as_str(), node))
    }

    /// The files, in order; a link counts as the file that it names, for formats that have none.
    pub fn files(&self) -> Result<Vec<Plain<'_>>, String> {
        let mut files = Vec::new();
        for (path, node) in &self.0 {
            let at = match node {
                Node::File { .. } => path.clone(),
                Node::Link(target) => path.rsplit_once('/').map_or(target.clone(), |at| format!("{}/{target}", at.0)),
            };
            let Some(Node::File { bytes, is_executable }) = self.0.get(&at) else {
                return Err(format!("`{path}` names `{at}`, which is no file here"));
            };
            files.push((path.as_str(), bytes.as_slice(), *is_executable));
        }
        Ok(files)
    }

    /// Writes it to the disk.
    pub fn write(&self, root: &Path) -> Result<(), String> {
        for (path, node) in &self.0 {
            let to = root.join(path);
            let failed = |error: std::io::Error| format!("{}: {error}", to.display());
            fs::create_dir_all(to.parent().unwrap_or(root)).map_err(failed)?;
            if to.is_symlink() || to.exists() {
                fs::remove_file(&to).map_err(failed)?;
            }
            match node {
                Node::File { bytes, is_executable } => {
                    fs::write(&to, bytes).map_err(failed)?;
                    make_executable(&to, *is_executable).map_err(failed)?;
                }
                Node::Link(target) => link(target, &to).map_err(failed)?,
            }
        }
        Ok(())
    }
}

#[cfg(unix)]
fn make_executable(path: &Path, is_executable: bool) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    if is_executable { fs::set_permissions(path, fs::Permissions::from_mode(0o755)) } else { Ok(()) }
}

#[cfg(not(unix))]
fn make_executable(_: &Path, _: bool) -> std::io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn link(target: &str, name: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(target, name)
}

#[cfg(not(unix))]
fn link(target: &str, name: &Path) -> std::io::Result<()> {
    fs::copy(name.with_file_name(target), name).map(drop)
}
