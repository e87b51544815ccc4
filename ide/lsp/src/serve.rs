//! Reads messages: keeps the texts of files, hands requests to the workers, and ends when the client does.

use crate::answer;
use crate::compiling::Compile;
use crate::convert::legend;
use crate::formatting;
use crate::paths::path_of;
use crate::positions::{Encoding, Lines};
use crate::worker::{Shared, Task, Worker};
use hlslc_analysis::Files;
use hlslc_analysis::host::Host;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types as lsp;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Sender, channel};

/// What the client can do, as far as it matters.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    /// What a character counts as.
    pub encoding: Encoding,
    /// Whether a completion may say where the cursor goes.
    pub snippets: bool,
    /// Whether the client has commands that run and debug a shader.
    pub runs: bool,
}

/// The reader of messages.
struct Server {
    host: Host,
    client: Client,
    shared: Arc<Shared>,
    queue: Arc<Sender<Task>>,
}

/// Serves until the client says goodbye or is gone.
pub fn serve(connection: Connection, files: Arc<dyn Files>, compiler: Arc<dyn Compile>) -> Result<(), String> {
    let Some((id, params)) = first_request(&connection)? else { return Ok(()) };
    let client = client_of(&params);
    let answer = json!({
        "capabilities": capabilities(client),
        "serverInfo": { "name": "hlslc", "version": env!("CARGO_PKG_VERSION") },
    });
    let _ = connection.sender.send(Response::new_ok(id, answer).into());
    let shared = Arc::new(Shared::default());
    let (queue, tasks) = channel();
    let queue = Arc::new(queue);
    let returning = Arc::downgrade(&queue);
    let mut server = Server { host: Host::new(files), client, shared: shared.clone(), queue };
    let sender = connection.sender.clone();
    let sending = Arc::new(move |message| drop(sender.send(message)));
    let worker = Worker::new(client, shared, sending, compiler, returning);
    let thread = std::thread::Builder::new().name("queries".to_owned()).stack_size(64 << 20);
    let thread = thread.spawn(move || worker.run(&tasks)).map_err(|why| why.to_string())?;
    let ended = server.read(&connection);
    // Without its queue the worker ends after what it is doing.
    drop(server);
    let joined = thread.join().map_err(|_| "the thread of queries ended by a panic".to_owned());
    ended.and(joined)
}

/// The request `initialize`. Whatever comes before it is rejected, as the protocol has it.
fn first_request(connection: &Connection) -> Result<Option<(RequestId, lsp::InitializeParams)>, String> {
    loop {
        let Ok(message) = connection.receiver.recv() else { return Ok(None) };
        match message {
            Message::Request(request) if request.method == "initialize" => {
                return match serde_json::from_value(request.params) {
                    Ok(params) => Ok(Some((request.id, params))),
                    Err(why) => {
                        let response = Response::new_err(request.id, ErrorCode::InvalidParams as i32, why.to_string());
                        let _ = connection.sender.send(response.into());
                        Err("the client cannot be understood".to_owned())
                    }
                };
            }
            Message::Request(request) => {
                let code = ErrorCode::ServerNotInitialized as i32;
                let response = Response::new_err(request.id, code, "`initialize` comes first".to_owned());
                let _ = connection.sender.send(response.into());
            }
            Message::Notification(notification) if notification.method == "exit" => return Ok(None),
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
}

fn client_of(params: &lsp::InitializeParams) -> Client {
    let general = params.capabilities.general.as_ref();
    let offered = general.and_then(|general| general.position_encodings.as_deref()).unwrap_or_default();
    let completion = params.capabilities.text_document.as_ref().and_then(|document| document.completion.as_ref());
    let item = completion.and_then(|completion| completion.completion_item.as_ref());
    let options = params.initialization_options.as_ref();
    Client {
        encoding: Encoding::choose(offered),
        snippets: item.and_then(|item| item.snippet_support).unwrap_or(false),
        runs: options.and_then(|options| options.get("runs")).and_then(Value::as_bool).unwrap_or(false),
    }
}

fn capabilities(client: Client) -> Value {
    json!({
        "positionEncoding": client.encoding.kind(),
        "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
        "completionProvider": { "triggerCharacters": [".", ":", "#", "\"", "<", "[", "/", "("] },
        "signatureHelpProvider": { "triggerCharacters": ["(", ","], "retriggerCharacters": [")"] },
        "hoverProvider": true,
        "definitionProvider": true,
        "declarationProvider": true,
        "typeDefinitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": { "prepareProvider": true },
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "semanticTokensProvider": { "legend": legend(), "full": true, "range": true },
        "inlayHintProvider": true,
        "foldingRangeProvider": true,
        "selectionRangeProvider": true,
        "callHierarchyProvider": true,
        "documentLinkProvider": { "resolveProvider": false },
        "codeLensProvider": { "resolveProvider": true },
        "documentFormattingProvider": true,
        "documentRangeFormattingProvider": true,
        "documentOnTypeFormattingProvider": {
            "firstTriggerCharacter": formatting::TYPED.0,
            "moreTriggerCharacter": formatting::TYPED.1,
        },
        "codeActionProvider": { "codeActionKinds": ["quickfix"] },
        "executeCommandProvider": { "commands": answer::COMMANDS },
    })
}

impl Server {
    fn read(&mut self, connection: &Connection) -> Result<(), String> {
        let mut is_shut_down = false;
        while let Ok(message) = connection.receiver.recv() {
            match message {
                Message::Request(request) if is_shut_down => {
                    let code = ErrorCode::InvalidRequest as i32;
                    let response = Response::new_err(request.id, code, "the server is shut down".to_owned());
                    let _ = connection.sender.send(response.into());
                }
                Message::Request(request) if request.method == "shutdown" => {
                    is_shut_down = true;
                    let _ = connection.sender.send(Response::new_ok(request.id, Value::Null).into());
                }
                Message::Request(request) => self.ask(request),
                Message::Notification(notification) if notification.method == "exit" => {
                    return if is_shut_down { Ok(()) } else { Err("the client left without `shutdown`".to_owned()) };
                }
                Message::Notification(notification) => self.note(notification),
                Message::Response(_) => {}
            }
        }
        // The client is gone.
        Ok(())
    }

    fn ask(&self, request: Request) {
        let revision = self.host.revision();
        let _ = self.queue.send(Task::Answer { request, host: self.host.clone(), revision });
    }

    fn diagnose(&self, file: Option<String>) {
        let _ = self.queue.send(Task::Diagnose { host: self.host.clone(), file });
    }

    fn note(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match method.as_str() {
            "$/cancelRequest" => {
                let id = match &params["id"] {
                    Value::Number(number) => number.as_i64().map(|id| RequestId::from(id as i32)),
                    Value::String(text) => Some(RequestId::from(text.clone())),
                    Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
                };
                if let Some(id) = id {
                    self.shared.cancel(id);
                }
            }
            "textDocument/didOpen" => {
                let Ok(params) = serde_json::from_value::<lsp::DidOpenTextDocumentParams>(params) else { return };
                let document = params.text_document;
                let path = path_of(&document.uri);
                self.host.set(&path, document.text, document.version);
                self.changed();
                let _ = self.queue.send(Task::Forget { disk: false });
                self.diagnose(Some(path));
            }
            "textDocument/didChange" => {
                let Ok(params) = serde_json::from_value::<lsp::DidChangeTextDocumentParams>(params) else { return };
                let path = path_of(&params.text_document.uri);
                let Some(open) = self.host.open(&path) else { return };
                let mut text = open.text.to_string();
                for change in params.content_changes {
                    match change.range {
                        Some(range) => {
                            let range = Lines::new(&text, self.client.encoding).bytes(range);
                            text.replace_range(std::ops::Range::from(range), &change.text);
                        }
                        None => text = change.text,
                    }
                }
                self.host.set(&path, text, params.text_document.version);
                self.changed();
                self.diagnose(Some(path));
            }
            "textDocument/didClose" => {
                let Ok(params) = serde_json::from_value::<lsp::DidCloseTextDocumentParams>(params) else { return };
                self.host.close(&path_of(&params.text_document.uri));
                self.changed();
                let _ = self.queue.send(Task::Forget { disk: true });
                self.diagnose(None);
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" | "workspace/didChangeConfiguration" => {
                self.host.touch();
                self.changed();
                let _ = self.queue.send(Task::Forget { disk: true });
                self.diagnose(None);
            }
            _ => {}
        }
    }

    fn changed(&self) {
        self.shared.revision.store(self.host.revision(), Ordering::SeqCst);
    }
}
