//! Asks a server from threads that wait for the answer.
//!
//! One thread runs all connections, for any number of threads that ask.

use crate::action::{Action, Outcome, Prepared};
use crate::calls::Calls;
use crate::execution::Progress;
use crate::settings::Settings;
use crate::trouble::Trouble;
use std::future::Future;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

/// How long a server is given to hear that an action is cancelled.
const FAREWELL: Duration = Duration::from_secs(1);

/// A server.
pub struct Remote {
    calls: Arc<Calls>,
    handle: Handle,
    /// Ends the thread once it is dropped.
    stop: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Remote {
    /// A server, to which there is no connection yet.
    pub fn new(settings: Settings) -> Result<Self, Trouble> {
        let failed = |why: &dyn std::fmt::Display| Trouble::Gone(format!("there is no thread for connections: {why}"));
        let runtime = Builder::new_current_thread().enable_all().build().map_err(|why| failed(&why))?;
        let handle = runtime.handle().clone();
        let calls = {
            let _inside = handle.enter();
            Calls::new(settings)?
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = std::thread::Builder::new().name("remote".to_owned());
        let thread = thread.spawn(move || _ = runtime.block_on(stopped)).map_err(|why| failed(&why))?;
        Ok(Self { calls, handle, stop: Some(stop), thread: Some(thread) })
    }

    /// What it was made with.
    pub fn settings(&self) -> &Settings {
        &self.calls.settings
    }

    /// Waits for what the other thread does, at most as long as an action may take.
    fn wait<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, Trouble>> + Send + 'static,
    ) -> Result<T, Trouble> {
        let (sender, receiver) = sync_channel(1);
        // Work that has an end of its own comes to it before.
        let time = self.calls.settings.time() + 2 * FAREWELL;
        self.handle.spawn(async move {
            let done = tokio::time::timeout(time, work).await.unwrap_or(Err(Trouble::Deadline));
            // Who asked waits.
            let _ = sender.send(done);
        });
        receiver.recv().unwrap_or_else(|_| Err(Trouble::Failed("the thread for connections ended".to_owned())))
    }

    fn prepared(action: &Action) -> Result<Arc<Prepared>, Trouble> {
        action.prepare().map(Arc::new).map_err(Trouble::Failed)
    }

    /// What came of an action before, if that is known.
    pub fn find(&self, action: &Action) -> Result<Option<Outcome>, Trouble> {
        let (calls, prepared) = (self.calls.clone(), Self::prepared(action)?);
        self.wait(async move { calls.find(&prepared).await })
    }

    /// What comes of an action: what is known of it, or else a worker runs it.
    pub fn run(&self, action: &Action) -> Result<Outcome, Trouble> {
        let (calls, prepared) = (self.calls.clone(), Self::prepared(action)?);
        let time = calls.settings.time();
        self.wait(async move {
            let progress = Mutex::new(Progress::default());
            let work = async {
                match calls.find(&prepared).await {
                    Ok(Some(outcome)) => Ok(outcome),
                    // What a cache does not give a worker may.
                    Ok(None) | Err(Trouble::Failed(_)) => calls.execute(&prepared, &progress).await,
                    Err(trouble) => Err(trouble),
                }
            };
            if let Ok(done) = tokio::time::timeout(time, work).await {
                return done;
            }
            let Progress { name, is_queued } = progress.into_inner().unwrap_or_else(PoisonError::into_inner);
            if let Some(name) = name {
                // No one waits for it any more; if the server does not hear of that, it runs in vain.
                let _ = tokio::time::timeout(FAREWELL, calls.cancel(name)).await;
            }
            Err(if is_queued { Trouble::NoWorker } else { Trouble::Deadline })
        })
    }

    /// Lets others have what came of an action.
    pub fn keep(&self, action: &Action, outcome: Outcome) -> Result<(), Trouble> {
        let (calls, prepared) = (self.calls.clone(), Self::prepared(action)?);
        self.wait(async move { calls.keep(&prepared, &outcome).await })
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // It ends at once, and what it still does is for no one.
            let _ = thread.join();
        }
    }
}
