//! Calls single methods of a server: with deadlines, and again after failures of the connection.
//!
//! Input: a message of the Remote Execution API. Output: the answer, or why there is none. A call that failed for a reason that
//! may pass is repeated by exponential backoff with jitter, as gRPC's retry design describes it. Small blobs that several actions
//! request at the same time are read in one batch, large ones as a stream, which continues where a connection broke. Invariant:
//! bytes are returned only if their digest is the requested one.

use crate::api;
use crate::digest::{Blob, digest, is_hash};
use crate::settings::Settings;
use crate::trouble::Trouble;
use http::uri::PathAndQuery;
use prost::Message;
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{OnceCell, oneshot};
use tonic::client::Grpc;
use tonic::metadata::{Ascii, MetadataKey, MetadataValue};
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint};
use tonic::{Code, Request, Status, Streaming};
use tonic_prost::ProstCodec;

/// How long a single call may take.
const CALL: Duration = Duration::from_secs(30);
/// How long to wait for a connection.
const CONNECT: Duration = Duration::from_secs(5);
/// The wait before a call is tried again, which doubles each time, and its bound.
const FIRST_WAIT: Duration = Duration::from_millis(50);
const LONGEST_WAIT: Duration = Duration::from_secs(3);
/// Blobs of one batch, if the server does not say: the usual limit of messages is 4 MiB.
const BATCH: i64 = 3 << 20;
/// Bytes of one piece of a stream.
const PIECE: usize = 1 << 20;
/// The time in which requests for blobs are gathered into one batch.
const GATHER: Duration = Duration::from_millis(2);
/// The most digests of one `FindMissingBlobs`.
const DIGESTS: usize = 10_000;

/// What a server said about itself.
#[derive(Debug)]
pub struct Limits {
    batch: i64,
    /// Whether results may be given to it.
    pub updates: bool,
}

/// A connection.
pub struct Calls {
    pub settings: Settings,
    channel: Channel,
    headers: Vec<(MetadataKey<Ascii>, MetadataValue<Ascii>)>,
    limits: OnceCell<Limits>,
    /// Blobs that the server has.
    known: Mutex<HashSet<api::Digest>>,
    /// The blobs of the next batch.
    wanted: Mutex<Vec<Wanted>>,
    uploads: AtomicU64,
    me: Weak<Self>,
}

/// A requested blob, and the channel on which the request is answered.
type Wanted = (api::Digest, oneshot::Sender<Result<Vec<u8>, Status>>);

/// Whether a call that failed like this may succeed when it is repeated.
pub fn is_transient(status: &Status) -> bool {
    match status.code() {
        Code::Unavailable | Code::Aborted | Code::ResourceExhausted | Code::Internal | Code::Unknown => true,
        // A connection that breaks cancels what runs on it; a server that cancels says so without such a reason.
        Code::Cancelled => std::error::Error::source(status).is_some(),
        Code::Ok
        | Code::InvalidArgument
        | Code::DeadlineExceeded
        | Code::NotFound
        | Code::AlreadyExists
        | Code::PermissionDenied
        | Code::FailedPrecondition
        | Code::OutOfRange
        | Code::Unimplemented
        | Code::DataLoss
        | Code::Unauthenticated => false,
    }
}

impl Calls {
    /// Makes a client, which connects at the first call. It must be made inside of a runtime.
    pub fn new(settings: Settings) -> Result<Arc<Self>, Trouble> {
        let wrong = |why: String| Trouble::Gone(why);
        let mut endpoint = Endpoint::from_shared(settings.url.clone()).map_err(|why| wrong(why.to_string()))?;
        endpoint = endpoint
            .connect_timeout(CONNECT)
            .tcp_nodelay(true)
            .user_agent(concat!("hlslc/", env!("CARGO_PKG_VERSION")))
            .map_err(|why| wrong(why.to_string()))?;
        if settings.is_encrypted() {
            let tls = match &settings.roots {
                Some(roots) => ClientTlsConfig::new().ca_certificate(Certificate::from_pem(roots)),
                None => ClientTlsConfig::new().with_native_roots(),
            };
            endpoint = endpoint.tls_config(tls).map_err(|why| wrong(shown(&why)))?;
        }
        let token = settings.token.iter().map(|token| ("authorization".to_owned(), format!("Bearer {token}")));
        let mut headers = Vec::new();
        for (name, value) in settings.headers.iter().cloned().chain(token) {
            let name = MetadataKey::from_bytes(name.to_ascii_lowercase().as_bytes());
            let name = name.map_err(|_| wrong("a header has a name that is none".to_owned()))?;
            let value = value.parse().map_err(|_| wrong(format!("the value of the header `{name}` is none")))?;
            headers.push((name, value));
        }
        let channel = endpoint.connect_lazy();
        Ok(Arc::new_cyclic(|me| Self {
            settings,
            channel,
            headers,
            limits: OnceCell::new(),
            known: Mutex::default(),
            wanted: Mutex::default(),
            uploads: AtomicU64::new(0),
            me: me.clone(),
        }))
    }

    fn grpc(&self) -> Grpc<Channel> {
        Grpc::new(self.channel.clone()).max_decoding_message_size(64 << 20)
    }

    fn request<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        for (name, value) in &self.headers {
            request.metadata_mut().insert(name.clone(), value.clone());
        }
        request
    }

    fn known(&self) -> MutexGuard<'_, HashSet<api::Digest>> {
        // What is in it is whole between any two steps.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets which blobs the server has, after it has lost some.
    pub fn forget(&self) {
        self.known().clear();
    }

    /// The wait before the next attempt: it doubles, and differs a little between actions, so that they do not come all at once.
    pub async fn wait(&self, attempt: u32) {
        let step = FIRST_WAIT.saturating_mul(1 << attempt.min(10)).min(LONGEST_WAIT);
        let spread = self.uploads.fetch_add(1, Ordering::Relaxed) % 8;
        tokio::time::sleep(step + step / 16 * spread as u32).await;
    }

    async fn once<Q, R>(&self, method: &'static str, message: Q) -> Result<R, Status>
    where
        Q: Message + 'static,
        R: Message + Default + 'static,
    {
        let mut grpc = self.grpc();
        let call = async {
            grpc.ready().await.map_err(|why| Status::unavailable(shown(&why)))?;
            grpc.unary(self.request(message), PathAndQuery::from_static(method), ProstCodec::<Q, R>::default()).await
        };
        match tokio::time::timeout(CALL, call).await {
            Ok(answer) => answer.map(tonic::Response::into_inner),
            Err(_) => Err(Status::unavailable("it does not answer")),
        }
    }

    /// Calls a method, and repeats the call while it fails for a reason that may pass.
    pub async fn call<Q, R>(&self, method: &'static str, message: Q) -> Result<R, Status>
    where
        Q: Message + Clone + 'static,
        R: Message + Default + 'static,
    {
        let mut attempt = 0;
        loop {
            match self.once(method, message.clone()).await {
                Err(status) if is_transient(&status) && attempt < self.settings.retries => {
                    self.wait(attempt).await;
                    attempt += 1;
                }
                done => return done,
            }
        }
    }

    /// Calls a method that answers with a stream.
    pub async fn stream<Q, R>(&self, method: &'static str, message: Q) -> Result<Streaming<R>, Status>
    where
        Q: Message + 'static,
        R: Message + Default + 'static,
    {
        let mut grpc = self.grpc();
        grpc.ready().await.map_err(|why| Status::unavailable(shown(&why)))?;
        let codec = ProstCodec::<Q, R>::default();
        let answer = grpc.server_streaming(self.request(message), PathAndQuery::from_static(method), codec).await?;
        Ok(answer.into_inner())
    }

    /// Returns the capabilities of the server, which are requested once. It is an error if they do not suffice.
    pub async fn limits(&self) -> Result<&Limits, Trouble> {
        self.limits.get_or_try_init(|| self.ask_limits()).await
    }

    async fn ask_limits(&self) -> Result<Limits, Trouble> {
        let method = "/build.bazel.remote.execution.v2.Capabilities/GetCapabilities";
        let request = api::GetCapabilitiesRequest { instance_name: self.settings.instance.clone() };
        let found: api::ServerCapabilities = self.call(method, request).await.map_err(|status| trouble(&status))?;
        let cache = found.cache_capabilities.unwrap_or_default();
        let functions = &cache.digest_functions;
        if !functions.is_empty() && !functions.contains(&api::SHA256) {
            return Err(Trouble::Gone("the server does not name blobs by SHA-256".to_owned()));
        }
        let executes = found.execution_capabilities.is_some_and(|found| found.exec_enabled);
        if self.settings.executes && !executes {
            return Err(Trouble::Gone("the server runs no actions: `--remote-cache` uses its cache alone".to_owned()));
        }
        let batch = match cache.max_batch_total_size_bytes {
            0 => BATCH,
            given => given.clamp(1 << 10, BATCH),
        };
        let updates = cache.action_cache_update_capabilities.is_some_and(|found| found.update_enabled);
        Ok(Limits { batch, updates })
    }

    /// The result of an action, if the server has one.
    pub async fn action_result(
        &self,
        action: &api::Digest,
        outputs: &[String],
    ) -> Result<Option<api::ActionResult>, Trouble> {
        let request = api::GetActionResultRequest {
            instance_name: self.settings.instance.clone(),
            action_digest: Some(action.clone()),
            inline_output_files: outputs.to_vec(),
        };
        let method = "/build.bazel.remote.execution.v2.ActionCache/GetActionResult";
        match self.call(method, request).await {
            Ok(found) => Ok(Some(found)),
            Err(status) if status.code() == Code::NotFound => Ok(None),
            Err(status) => Err(trouble(&status)),
        }
    }

    /// Gives the server the result of an action.
    pub async fn keep_result(&self, action: &api::Digest, result: api::ActionResult) -> Result<(), Trouble> {
        let request = api::UpdateActionResultRequest {
            instance_name: self.settings.instance.clone(),
            action_digest: Some(action.clone()),
            action_result: Some(result),
        };
        let method = "/build.bazel.remote.execution.v2.ActionCache/UpdateActionResult";
        let done: Result<api::ActionResult, Status> = self.call(method, request).await;
        done.map(drop).map_err(|status| trouble(&status))
    }

    /// Gives the server those blobs that it does not have.
    pub async fn upload(&self, blobs: Vec<Blob>) -> Result<(), Trouble> {
        let mut seen = HashSet::new();
        let unknown: Vec<Blob> = {
            let known = self.known();
            let is_new = |blob: &Blob| !known.contains(&blob.digest) && seen.insert(blob.digest.clone());
            blobs.into_iter().filter(is_new).collect()
        };
        let batch = self.limits().await?.batch;
        for some in unknown.chunks(DIGESTS) {
            let request = api::FindMissingBlobsRequest {
                instance_name: self.settings.instance.clone(),
                blob_digests: some.iter().map(|blob| blob.digest.clone()).collect(),
            };
            let method = "/build.bazel.remote.execution.v2.ContentAddressableStorage/FindMissingBlobs";
            let missing: api::FindMissingBlobsResponse =
                self.call(method, request).await.map_err(|status| trouble(&status))?;
            let missing: HashSet<&api::Digest> = missing.missing_blob_digests.iter().collect();
            let (mut small, mut size) = (Vec::new(), 0);
            for blob in some.iter().filter(|blob| missing.contains(&blob.digest)) {
                // Beside its bytes a blob takes its digest and a few lengths.
                let cost = blob.digest.size_bytes + 100;
                if cost > batch {
                    self.write(blob).await?;
                    continue;
                }
                if size + cost > batch {
                    self.update(std::mem::take(&mut small)).await?;
                    size = 0;
                }
                size += cost;
                small.push(blob);
            }
            self.update(small).await?;
            self.known().extend(some.iter().map(|blob| blob.digest.clone()));
        }
        Ok(())
    }

    async fn update(&self, blobs: Vec<&Blob>) -> Result<(), Trouble> {
        if blobs.is_empty() {
            return Ok(());
        }
        let requests =
            blobs.iter().map(|blob| api::UpdatedBlob { digest: Some(blob.digest.clone()), data: blob.bytes.to_vec() });
        let request = api::BatchUpdateBlobsRequest {
            instance_name: self.settings.instance.clone(),
            requests: requests.collect(),
        };
        let method = "/build.bazel.remote.execution.v2.ContentAddressableStorage/BatchUpdateBlobs";
        let done: api::BatchUpdateBlobsResponse =
            self.call(method, request).await.map_err(|status| trouble(&status))?;
        let failed = done.responses.into_iter().filter_map(|one| one.status).find(|status| status.code != 0);
        failed.map_or(Ok(()), |status| Err(trouble(&Status::new(Code::from_i32(status.code), status.message))))
    }

    /// Sends a large blob in pieces.
    async fn write(&self, blob: &Blob) -> Result<(), Trouble> {
        let mut attempt = 0;
        loop {
            match self.write_once(blob).await {
                Ok(()) => return Ok(()),
                Err(status) if is_transient(&status) && attempt < self.settings.retries => {
                    self.wait(attempt).await;
                    attempt += 1;
                }
                Err(status) => return Err(trouble(&status)),
            }
        }
    }

    async fn write_once(&self, blob: &Blob) -> Result<(), Status> {
        let prefix = self.prefix();
        let id = upload_id(self.uploads.fetch_add(1, Ordering::Relaxed));
        let api::Digest { hash, size_bytes } = &blob.digest;
        let name = format!("{prefix}uploads/{id}/blobs/{hash}/{size_bytes}");
        let bytes = blob.bytes.clone();
        let count = bytes.len().div_ceil(PIECE);
        let pieces = (0..count).map(move |at| {
            let (from, to) = (at * PIECE, ((at + 1) * PIECE).min(bytes.len()));
            api::WriteRequest {
                resource_name: if at == 0 { name.clone() } else { String::new() },
                write_offset: from as i64,
                finish_write: to == bytes.len(),
                data: bytes[from..to].to_vec(),
            }
        });
        let mut grpc = self.grpc();
        grpc.ready().await.map_err(|why| Status::unavailable(shown(&why)))?;
        let request = self.request(tokio_stream::iter(pieces));
        let method = PathAndQuery::from_static("/google.bytestream.ByteStream/Write");
        let codec = ProstCodec::<api::WriteRequest, api::WriteResponse>::default();
        let answer = grpc.client_streaming(request, method, codec).await?.into_inner();
        // A server that has the blob already may end early, and says the whole length then, or -1 for compressed blobs.
        if answer.committed_size == *size_bytes {
            Ok(())
        } else {
            Err(Status::unavailable(format!("it took {} of {size_bytes} bytes", answer.committed_size)))
        }
    }

    /// What the names of resources begin with.
    fn prefix(&self) -> String {
        if self.settings.instance.is_empty() { String::new() } else { format!("{}/", self.settings.instance) }
    }

    /// The bytes of a blob, whose digest is checked. None if the server does not have it.
    pub async fn read(&self, wanted: &api::Digest) -> Result<Option<Vec<u8>>, Trouble> {
        if !is_hash(&wanted.hash) || wanted.size_bytes < 0 {
            return Err(Trouble::Lie { digest: wanted.clone(), what: "a digest that is none".to_owned() });
        }
        if wanted.size_bytes == 0 {
            return checked(wanted, Vec::new()).map(Some);
        }
        let found = if wanted.size_bytes + 100 > self.limits().await?.batch {
            self.read_stream(wanted).await
        } else {
            self.read_batch(wanted).await
        };
        match found {
            Ok(bytes) => checked(wanted, bytes).map(Some),
            Err(status) if status.code() == Code::NotFound => Ok(None),
            Err(status) => Err(trouble(&status)),
        }
    }

    /// Reads a small blob, together with those that others want at the same time.
    async fn read_batch(&self, wanted: &api::Digest) -> Result<Vec<u8>, Status> {
        let (sender, receiver) = oneshot::channel();
        let is_first = {
            let mut all = self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
            all.push((wanted.clone(), sender));
            all.len() == 1
        };
        if let Some(calls) = self.me.upgrade().filter(|_| is_first) {
            // It goes on if this one is not waited for any longer.
            tokio::spawn(async move {
                tokio::time::sleep(GATHER).await;
                calls.read_wanted().await;
            });
        }
        receiver.await.unwrap_or_else(|_| Err(Status::unavailable("the question was given up")))
    }

    /// Asks for all blobs that are wanted now.
    async fn read_wanted(&self) {
        let mut all = std::mem::take(&mut *self.wanted.lock().unwrap_or_else(PoisonError::into_inner));
        let batch = self.limits.get().map_or(BATCH, |limits| limits.batch);
        while !all.is_empty() {
            let mut size = 0;
            let fits = all.iter().take_while(|(digest, _)| {
                size += digest.size_bytes + 100;
                size <= batch
            });
            let rest = all.split_off(fits.count().max(1));
            let some = std::mem::replace(&mut all, rest);
            let digests: HashSet<api::Digest> = some.iter().map(|(digest, _)| digest.clone()).collect();
            let request = api::BatchReadBlobsRequest {
                instance_name: self.settings.instance.clone(),
                digests: digests.into_iter().collect(),
            };
            let method = "/build.bazel.remote.execution.v2.ContentAddressableStorage/BatchReadBlobs";
            let found: Result<api::BatchReadBlobsResponse, Status> = self.call(method, request).await;
            for (digest, sender) in some {
                // Who does not wait any longer needs no answer.
                let _ = sender.send(found.as_ref().map_err(Status::clone).and_then(|found| blob_of(found, &digest)));
            }
        }
    }

    async fn read_stream(&self, wanted: &api::Digest) -> Result<Vec<u8>, Status> {
        let resource_name = format!("{}blobs/{}/{}", self.prefix(), wanted.hash, wanted.size_bytes);
        let (mut bytes, mut attempt) = (Vec::new(), 0);
        loop {
            let done = self.read_rest(&resource_name, wanted, &mut bytes).await;
            match done {
                Err(status) if is_transient(&status) && attempt < self.settings.retries => {
                    self.wait(attempt).await;
                    attempt += 1;
                }
                done => return done.map(|()| bytes),
            }
        }
    }

    /// Reads on from where a connection broke.
    async fn read_rest(&self, name: &str, wanted: &api::Digest, bytes: &mut Vec<u8>) -> Result<(), Status> {
        let request = api::ReadRequest { resource_name: name.to_owned(), read_offset: bytes.len() as i64 };
        let mut pieces: Streaming<api::ReadResponse> =
            self.stream("/google.bytestream.ByteStream/Read", request).await?;
        while let Some(piece) = pieces.message().await? {
            bytes.extend_from_slice(&piece.data);
            if bytes.len() as i64 > wanted.size_bytes {
                // What is too long is a lie, which its digest shows; there is no need for more of it.
                break;
            }
        }
        Ok(())
    }
}

/// What a failure means for who asked.
pub fn trouble(status: &Status) -> Trouble {
    let why = format!("{}: {}", name_of(status.code()), shown_status(status));
    match status.code() {
        Code::Unavailable | Code::Unauthenticated | Code::PermissionDenied | Code::Unimplemented => Trouble::Gone(why),
        Code::DeadlineExceeded => Trouble::Deadline,
        Code::Cancelled if std::error::Error::source(status).is_some() => Trouble::Gone(why),
        Code::Cancelled => Trouble::Cancelled,
        Code::Ok
        | Code::Unknown
        | Code::InvalidArgument
        | Code::NotFound
        | Code::AlreadyExists
        | Code::ResourceExhausted
        | Code::FailedPrecondition
        | Code::Aborted
        | Code::OutOfRange
        | Code::Internal
        | Code::DataLoss => Trouble::Failed(why),
    }
}

/// Bytes, if they are those of a digest.
pub fn checked(wanted: &api::Digest, bytes: Vec<u8>) -> Result<Vec<u8>, Trouble> {
    let found = digest(&bytes);
    if found == *wanted {
        return Ok(bytes);
    }
    Err(Trouble::Lie {
        digest: wanted.clone(),
        what: format!("{} bytes with the SHA-256 {}", found.size_bytes, found.hash),
    })
}

/// The bytes that an answer has for a digest.
fn blob_of(found: &api::BatchReadBlobsResponse, wanted: &api::Digest) -> Result<Vec<u8>, Status> {
    let found = found.responses.iter().find(|one| one.digest.as_ref() == Some(wanted));
    let found = found.ok_or_else(|| Status::not_found("it was left out"))?;
    match &found.status {
        Some(status) if status.code != 0 => Err(Status::new(Code::from_i32(status.code), status.message.clone())),
        _ => Ok(found.data.clone()),
    }
}

/// A name for an upload: no other has it, on this machine or another.
fn upload_id(count: u64) -> String {
    use std::hash::{BuildHasher as _, RandomState};
    let [one, two] = [0u8, 1].map(|half| RandomState::new().hash_one((count, half)));
    let (a, b, c) = (one >> 32, one >> 16 & 0xffff, one & 0xfff);
    format!("{a:08x}-{b:04x}-4{c:03x}-8{:03x}-{:012x}", two >> 52, two & 0xffff_ffff_ffff)
}

/// An error with what caused it.
fn shown(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        let next = error.to_string();
        if !text.ends_with(&next) {
            text = format!("{text}: {next}");
        }
        source = error.source();
    }
    text
}

fn shown_status(status: &Status) -> String {
    let mut text = status.message().to_owned();
    let mut source = std::error::Error::source(status);
    while let Some(error) = source {
        let next = error.to_string();
        if !text.contains(&next) {
            text = format!("{text}: {next}");
        }
        source = error.source();
    }
    if text.is_empty() { status.code().description().to_owned() } else { text }
}

/// A code, in words.
fn name_of(code: Code) -> &'static str {
    match code {
        Code::Unavailable => "it cannot be reached",
        Code::Unauthenticated => "it asks for credentials",
        Code::PermissionDenied => "it does not permit this",
        Code::Unimplemented => "it does not have this service",
        Code::Ok
        | Code::Cancelled
        | Code::Unknown
        | Code::InvalidArgument
        | Code::DeadlineExceeded
        | Code::NotFound
        | Code::AlreadyExists
        | Code::ResourceExhausted
        | Code::FailedPrecondition
        | Code::Aborted
        | Code::OutOfRange
        | Code::Internal
        | Code::DataLoss => "the server failed",
    }
}
