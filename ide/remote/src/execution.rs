//! Has actions run, and waits for them: through lost connections, lost workers and lost blobs.

use crate::action::{Outcome, Prepared};
use crate::api;
use crate::calls::{Calls, checked, is_transient, trouble};
use crate::trouble::Trouble;
use prost::Message as _;
use std::sync::{Mutex, PoisonError};
use tonic::{Code, Status, Streaming};

/// The most of standard error that is shown of an action that failed.
const SHOWN: usize = 2000;

/// What the server has said of an action that is not done.
#[derive(Debug, Default)]
pub struct Progress {
    /// What it is called while it runs.
    pub name: Option<String>,
    /// Whether it waits for a worker, as the server said last.
    pub is_queued: bool,
}

/// What a stream of a running action came to.
enum Ended {
    /// It is done.
    Done(Box<api::ExecuteResponse>),
    /// The stream broke or the worker was lost: it may go on, or has to start anew.
    Broken(Status),
}

impl Calls {
    /// What came of an action before, if the server knows it with all of its files.
    pub async fn find(&self, prepared: &Prepared) -> Result<Option<Outcome>, Trouble> {
        self.limits().await?;
        match self.action_result(&prepared.action.digest, &prepared.outputs).await? {
            Some(result) => self.outcome(prepared, result, true).await,
            None => Ok(None),
        }
    }

    /// Gives the server what came of an action.
    pub async fn keep(&self, prepared: &Prepared, outcome: &Outcome) -> Result<(), Trouble> {
        if !self.limits().await?.updates {
            return Err(Trouble::Gone("the server takes no results".to_owned()));
        }
        let outputs: Vec<_> =
            outcome.outputs.iter().map(|(path, bytes)| (path, crate::Blob::new(bytes.clone()))).collect();
        // The messages say what the result is of.
        let messages = prepared.messages.iter().chain([&prepared.action]).cloned();
        self.upload(messages.chain(outputs.iter().map(|(_, blob)| blob.clone())).collect()).await?;
        let output_files = outputs.into_iter().map(|(path, blob)| api::OutputFile {
            path: path.clone(),
            digest: Some(blob.digest),
            ..api::OutputFile::default()
        });
        let result = api::ActionResult {
            output_files: output_files.collect(),
            exit_code: outcome.exit_code,
            ..api::ActionResult::default()
        };
        self.keep_result(&prepared.action.digest, result).await
    }

    /// Has an action run. `progress` is what is known of it meanwhile.
    pub async fn execute(&self, prepared: &Prepared, progress: &Mutex<Progress>) -> Result<Outcome, Trouble> {
        let mut attempt = 0;
        let mut running: Option<String> = None;
        loop {
            if running.is_none() {
                self.upload(prepared.blobs().cloned().collect()).await?;
            }
            let status = match self.follow(&prepared.action.digest, &mut running, progress).await {
                Ended::Done(response) => {
                    running = None;
                    let status = response.status.unwrap_or_default();
                    match (status.code, response.result) {
                        (0, Some(result)) => match self.outcome(prepared, result, response.cached_result).await? {
                            Some(outcome) => return Ok(outcome),
                            None => Status::failed_precondition("the server has lost what the action wrote"),
                        },
                        (0, None) => Status::internal("there is no result"),
                        (code, _) => Status::new(Code::from_i32(code), status.message),
                    }
                }
                Ended::Broken(status) => status,
            };
            let is_lost = matches!(status.code(), Code::NotFound | Code::FailedPrecondition);
            if is_lost {
                // Of the operation or of blobs: both are given once more.
                running = None;
                self.forget();
            }
            if !is_lost && !is_transient(&status) || attempt >= self.settings.retries {
                return Err(trouble(&status));
            }
            self.wait(attempt).await;
            attempt += 1;
        }
    }

    /// Starts an action, or goes on to wait for one that runs, until it ends or the stream does.
    async fn follow(&self, action: &api::Digest, running: &mut Option<String>, shown: &Mutex<Progress>) -> Ended {
        let stream: Result<Streaming<api::Operation>, Status> = match running.clone() {
            Some(name) => {
                let method = "/build.bazel.remote.execution.v2.Execution/WaitExecution";
                self.stream(method, api::WaitExecutionRequest { name }).await
            }
            None => {
                let method = "/build.bazel.remote.execution.v2.Execution/Execute";
                let request = api::ExecuteRequest {
                    instance_name: self.settings.instance.clone(),
                    skip_cache_lookup: false,
                    action_digest: Some(action.clone()),
                };
                self.stream(method, request).await
            }
        };
        let mut stream = match stream {
            Ok(stream) => stream,
            Err(status) => return Ended::Broken(status),
        };
        loop {
            let operation = match stream.message().await {
                Ok(Some(operation)) => operation,
                Ok(None) => return Ended::Broken(Status::unavailable("the stream ended before the action did")),
                Err(status) => return Ended::Broken(status),
            };
            if !operation.name.is_empty() {
                *running = Some(operation.name);
            }
            let metadata = operation.metadata.unwrap_or_default();
            let stage = api::ExecuteOperationMetadata::decode(metadata.value.as_slice()).unwrap_or_default().stage;
            *shown.lock().unwrap_or_else(PoisonError::into_inner) =
                Progress { name: running.clone(), is_queued: stage == api::QUEUED };
            if !operation.done {
                continue;
            }
            if let Some(error) = operation.error {
                *running = None;
                return Ended::Broken(Status::new(Code::from_i32(error.code), error.message));
            }
            let response = operation.response.unwrap_or_default();
            return match api::ExecuteResponse::decode(response.value.as_slice()) {
                Ok(response) => Ended::Done(Box::new(response)),
                Err(why) => Ended::Broken(Status::internal(why.to_string())),
            };
        }
    }

    /// Asks the server to end an action that no one waits for.
    pub async fn cancel(&self, name: String) {
        let method = "/google.longrunning.Operations/CancelOperation";
        let _: Result<api::Empty, Status> = self.call(method, api::CancelOperationRequest { name }).await;
    }

    /// The outcome of a result: its files, whose digests are checked. None if the server lacks one.
    async fn outcome(
        &self,
        prepared: &Prepared,
        result: api::ActionResult,
        is_cached: bool,
    ) -> Result<Option<Outcome>, Trouble> {
        let mut outcome = Outcome {
            exit_code: result.exit_code,
            is_cached,
            worker: result.execution_metadata.map_or(String::new(), |metadata| metadata.worker),
            ..Outcome::default()
        };
        for path in &prepared.outputs {
            let Some(file) = result.output_files.iter().find(|file| file.path == *path) else { continue };
            let digest = file.digest.clone().unwrap_or_default();
            let bytes = if file.contents.is_empty() {
                self.read(&digest).await?
            } else {
                Some(checked(&digest, file.contents.clone())?)
            };
            let Some(bytes) = bytes else { return Ok(None) };
            outcome.outputs.push((path.clone(), bytes));
        }
        if outcome.exit_code != 0 {
            let raw = match &result.stderr_digest {
                _ if !result.stderr_raw.is_empty() => result.stderr_raw,
                Some(digest) => self.read(digest).await?.unwrap_or_default(),
                None => Vec::new(),
            };
            let text = String::from_utf8_lossy(&raw);
            let from = text.char_indices().rev().nth(SHOWN).map_or(0, |(at, _)| at);
            text[from..].clone_into(&mut outcome.stderr);
        }
        Ok(Some(outcome))
    }
}
