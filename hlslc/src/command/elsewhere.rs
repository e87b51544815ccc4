//! Lets other machines compile, and shares results with them: `--remote` and `--remote-cache`.
//!
//! Input: a [`Portable`] command line and its texts. Output: the effects, if a server has them or a worker makes them. Without an answer
//! whoever asked compiles by itself; why is said once, and a server that is gone is not asked again. A build without the feature
//! `remote` has nothing elsewhere, and says so.

use crate::console::{Console, Effects};
use crate::files::{Key, Text};
use crate::portable::Portable;
use crate::requested::Place;
use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// What is said of the options where they are not known.
#[cfg(not(feature = "remote"))]
const MISSING: &str = "this hlslc was built without the feature `remote`, which `--remote` and `--remote-cache` need";

/// How many results came from where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// From the cache.
    pub known: u64,
    /// From workers.
    pub run: u64,
    /// From here, although a server was asked, or because it is gone.
    pub here: u64,
}

/// Where what is compiled here takes turns: there are more threads than processors if most wait for a server.
pub struct Turns {
    free: Mutex<usize>,
    changed: Condvar,
}

/// A turn, which ends when it is dropped.
pub struct Turn<'t>(&'t Turns);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is in it is whole between any two steps.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Turns {
    /// Allows `count` at once.
    pub fn new(count: usize) -> Self {
        Self { free: Mutex::new(count.max(1)), changed: Condvar::new() }
    }

    /// Waits for a turn.
    pub fn take(&self) -> Turn<'_> {
        let free = self.changed.wait_while(lock(&self.free), |free| *free == 0);
        *free.unwrap_or_else(PoisonError::into_inner) -= 1;
        Turn(self)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *lock(&self.0.free) += 1;
        self.0.changed.notify_one();
    }
}

/// The texts of a description, by their hashes.
pub type Texts = HashMap<Key, Arc<Text>>;

#[cfg(not(feature = "remote"))]
pub use absent::Elsewhere;
#[cfg(feature = "remote")]
pub use present::Elsewhere;

#[cfg(not(feature = "remote"))]
mod absent {
    use super::*;

    /// Nothing.
    pub enum Elsewhere {}

    impl Elsewhere {
        /// Rejects the options.
        #[expect(clippy::ptr_arg, reason = "with the client, it takes words out")]
        pub fn take(words: &mut Vec<String>) -> Result<Option<Self>, String> {
            let is_ours = |word: &String| {
                let name = word.trim_start_matches('-').split('=').next().unwrap_or("");
                word.starts_with('-') && (name == "remote" || name.starts_with("remote-"))
            };
            if words.iter().take_while(|word| *word != "--").any(is_ours) { Err(MISSING.to_owned()) } else { Ok(None) }
        }

        /// How many command lines run at once.
        pub fn jobs(&self) -> usize {
            match *self {}
        }

        /// What is said at the end.
        pub fn summary(&self) -> String {
            match *self {}
        }

        /// Where what is compiled here takes turns.
        pub fn turns(&self) -> &Turns {
            match *self {}
        }

        /// What came of a description.
        pub fn ask(&self, _: &Portable, _: &Texts, _: &[Place], _: &mut Console) -> Option<Effects> {
            match *self {}
        }

        /// Whether the server takes results.
        pub fn keeps_results(&self) -> bool {
            match *self {}
        }

        /// Lets others have what came of a description here.
        pub fn keep(&self, _: &Portable, _: &Texts, _: &[Place], _: &Effects, _: &mut Console) {
            match *self {}
        }
    }
}

#[cfg(feature = "remote")]
mod present {
    use super::*;
    use crate::files::{read_input, read_text_within};
    use crate::portable::{DESCRIPTION, RESULT, TEXTS, read_result, result, text_name};
    use hlslc_remote::{Action, Blob, Input, Outcome, Remote, Settings, Trouble};
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Bytes of a file with a token or certificates.
    const SECRET: usize = 1 << 20;

    /// A server, and what is known of it.
    pub struct Elsewhere {
        remote: Remote,
        turns: Turns,
        /// The program that workers run.
        program: OnceLock<Result<Blob, String>>,
        texts: Mutex<HashMap<Key, Blob>>,
        is_gone: AtomicBool,
        /// No worker took an action: only the cache is asked.
        is_idle: AtomicBool,
        has_told: AtomicBool,
        counts: Mutex<Counts>,
    }

    impl Elsewhere {
        /// Takes the options of a server out of words. None if neither they nor the environment name a server.
        pub fn take(words: &mut Vec<String>) -> Result<Option<Self>, String> {
            let variable = |name: &str| std::env::var(name).ok();
            let read = |path: &str| read_text_within(path, SECRET);
            let Some(settings) = Settings::take(words, &variable, &read)? else { return Ok(None) };
            let remote = Remote::new(settings).map_err(|why| why.to_string())?;
            let processors = std::thread::available_parallelism().map_or(1, usize::from);
            Ok(Some(Self {
                remote,
                turns: Turns::new(processors),
                program: OnceLock::new(),
                texts: Mutex::default(),
                is_gone: AtomicBool::new(false),
                is_idle: AtomicBool::new(false),
                has_told: AtomicBool::new(false),
                counts: Mutex::default(),
            }))
        }

        /// How many command lines run at once.
        pub fn jobs(&self) -> usize {
            self.remote.settings().jobs
        }

        /// Where what is compiled here takes turns.
        pub fn turns(&self) -> &Turns {
            &self.turns
        }

        /// What is said at the end.
        pub fn summary(&self) -> String {
            let Counts { known, run, here } = *lock(&self.counts);
            let run = if self.remote.settings().executes { format!("{run} compiled there, ") } else { String::new() };
            format!("hlslc: note: {known} from the cache of the server, {run}{here} compiled here\n")
        }

        /// The program that workers run, read once.
        fn program(&self) -> Result<Blob, String> {
            let read = || {
                let path = match &self.remote.settings().program {
                    Some(path) => path.clone(),
                    None => {
                        let own =
                            std::env::current_exe().map_err(|error| format!("this program has no path: {error}"))?;
                        own.to_string_lossy().into_owned()
                    }
                };
                read_input(&path).map(Blob::new)
            };
            self.program.get_or_init(read).clone()
        }

        fn text(&self, key: &Key, texts: &Texts) -> Option<Blob> {
            if let Some(known) = lock(&self.texts).get(key) {
                return Some(known.clone());
            }
            let text = texts.get(key)?;
            let blob = Blob::new(text.bytes.as_slice());
            lock(&self.texts).insert(*key, blob.clone());
            Some(blob)
        }

        fn action(&self, portable: &Portable, description: &[u8], texts: &Texts) -> Result<Action, String> {
            let file = |path: String, blob: Blob| Input { path, blob, is_executable: false };
            let mut inputs = vec![
                Input { path: "hlslc".to_owned(), blob: self.program()?, is_executable: true },
                file(DESCRIPTION.to_owned(), Blob::new(description)),
            ];
            for key in portable.texts() {
                let blob = self.text(key, texts).ok_or("a file changed while it was read")?;
                inputs.push(file(format!("{TEXTS}/{}", text_name(key)), blob));
            }
            let settings = self.remote.settings();
            Ok(Action {
                arguments: ["./hlslc", "perform", DESCRIPTION].map(str::to_owned).to_vec(),
                inputs,
                outputs: vec![RESULT.to_owned()],
                platform: settings.platform.clone(),
                timeout: settings.timeout,
            })
        }

        /// Says once why something is compiled here; a lie each time.
        fn tell(&self, trouble: &Trouble, what: &str, console: &mut Console) {
            let url = &self.remote.settings().url;
            let is_first = !self.has_told.swap(true, Ordering::Relaxed);
            if *trouble == Trouble::NoWorker {
                if !self.is_idle.swap(true, Ordering::Relaxed) {
                    let rest = "from here on what the cache does not have is compiled here";
                    console.tell(&format!("hlslc: note: {url}: {what}: {trouble}: {rest}\n"));
                }
            } else if trouble.is_lasting() {
                if !self.is_gone.swap(true, Ordering::Relaxed) {
                    console.tell(&format!("hlslc: note: {url}: {trouble}: from here on everything is compiled here\n"));
                }
            } else if is_first || matches!(trouble, Trouble::Lie { .. }) {
                console.tell(&format!("hlslc: note: {url}: {what}: {trouble}: it is compiled here\n"));
            }
        }

        /// What came of a description, or comes of it there. None if it has to be compiled here.
        pub fn ask(
            &self,
            portable: &Portable,
            texts: &Texts,
            places: &[Place],
            console: &mut Console,
        ) -> Option<Effects> {
            let found = self.ask_server(portable, texts, places, console);
            if found.is_none() {
                lock(&self.counts).here += 1;
            }
            found
        }

        fn ask_server(
            &self,
            portable: &Portable,
            texts: &Texts,
            places: &[Place],
            console: &mut Console,
        ) -> Option<Effects> {
            if self.is_gone.load(Ordering::Relaxed) {
                return None;
            }
            let description = portable.bytes();
            let action = self.action(portable, &description, texts);
            let outcome = action.map_err(Trouble::Failed).and_then(|action| {
                if self.remote.settings().executes && !self.is_idle.load(Ordering::Relaxed) {
                    self.remote.run(&action).map(Some)
                } else {
                    self.remote.find(&action)
                }
            });
            let outcome = match outcome {
                Ok(Some(outcome)) => outcome,
                Ok(None) => return None,
                Err(trouble) => {
                    self.tell(&trouble, &portable.name, console);
                    return None;
                }
            };
            let bytes = outcome.outputs.iter().find(|file| file.0 == RESULT).map(|file| file.1.as_slice());
            let effects = bytes.and_then(|bytes| read_result(bytes, &description, places));
            match effects {
                Some(effects) => {
                    let mut counts = lock(&self.counts);
                    let count = if outcome.is_cached { &mut counts.known } else { &mut counts.run };
                    *count += 1;
                    Some(effects)
                }
                None => {
                    let trouble = match bytes {
                        Some(bytes) => Trouble::Lie {
                            digest: hlslc_remote::digest::digest(bytes),
                            what: "a result of something else".to_owned(),
                        },
                        None => Trouble::Failed(format!(
                            "the worker {}ended with code {}: {}",
                            if outcome.worker.is_empty() { String::new() } else { format!("`{}` ", outcome.worker) },
                            outcome.exit_code,
                            outcome.stderr.trim()
                        )),
                    };
                    self.tell(&trouble, &portable.name, console);
                    None
                }
            }
        }

        /// Whether the server takes results: it only keeps them, and is not gone.
        pub fn keeps_results(&self) -> bool {
            !self.remote.settings().executes && !self.is_gone.load(Ordering::Relaxed)
        }

        /// Lets others have what came of a description here, if this server only keeps results.
        pub fn keep(
            &self,
            portable: &Portable,
            texts: &Texts,
            places: &[Place],
            effects: &Effects,
            console: &mut Console,
        ) {
            if !self.keeps_results() {
                return;
            }
            let description = portable.bytes();
            let kept = result(&description, places, effects).and_then(|bytes| {
                let action = self.action(portable, &description, texts)?;
                let outcome = Outcome { outputs: vec![(RESULT.to_owned(), bytes)], ..Outcome::default() };
                Ok(self.remote.keep(&action, outcome))
            });
            if let Err(trouble) = kept.map_err(Trouble::Failed).and_then(|kept| kept) {
                self.tell(&trouble, &portable.name, console);
            }
        }
    }

    // Threads share it.
    const _: fn() = || {
        fn shared<T: Send + Sync>() {}
        shared::<Arc<Elsewhere>>();
    };
}
