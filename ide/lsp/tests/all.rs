//! Tests the server over a connection in memory: what a client sends, and what it gets.

use hlslc_analysis::{Diagnostic, Host, Place, TextRange};
use hlslc_base::diag::{DiagInfo, Given as When, Severity};
use hlslc_lsp::{Compile, Compiled, Connection, Context, Files, Linted, serve};
use lsp_server::{Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

/// Files that a test gives.
struct Given(BTreeMap<&'static str, &'static str>);

impl Files for Given {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.0.get(path).map(|text| text.as_bytes().to_vec())
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let inside = self.0.keys().filter_map(|path| path.strip_prefix(&format!("{folder}/")));
        inside.filter(|name| !name.contains('/')).map(str::to_owned).collect()
    }
}

/// Says what it was asked for.
struct Asked;

impl Compile for Asked {
    fn compile(&self, host: &Host, context: &Context, wants_listing: bool) -> Compiled {
        let bytes = host.text(&context.root).map_or(0, |text| text.len());
        Compiled {
            figures: Some(format!("{} {bytes} bytes", context.target)),
            registers: Vec::new(),
            listing: wants_listing.then(|| context.command().join(" ")),
        }
    }
}

/// A client.
struct Client {
    connection: Option<Connection>,
    server: Option<JoinHandle<Result<(), String>>>,
    next: i32,
    seen: VecDeque<Notification>,
}

impl Client {
    fn start(files: &[(&'static str, &'static str)]) -> Self {
        Self::start_with(files, json!({ "capabilities": {} }))
    }

    fn start_with(files: &[(&'static str, &'static str)], params: Value) -> Self {
        Self::start_compiling(files, params, Arc::new(Asked))
    }

    fn start_compiling(files: &[(&'static str, &'static str)], params: Value, compiler: Arc<dyn Compile>) -> Self {
        Self::start_from(Arc::new(Given(files.iter().copied().collect())), params, compiler)
    }

    fn start_from(files: Arc<dyn Files>, params: Value, compiler: Arc<dyn Compile>) -> Self {
        let (server, client) = Connection::memory();
        let server = std::thread::spawn(move || serve(server, files, compiler));
        let mut new = Self { connection: Some(client), server: Some(server), next: 0, seen: VecDeque::new() };
        new.ask("initialize", params).unwrap();
        new.tell("initialized", json!({}));
        new
    }

    fn connection(&self) -> &Connection {
        self.connection.as_ref().unwrap()
    }

    fn tell(&self, method: &str, params: Value) {
        let method = method.to_owned();
        self.connection().sender.send(Notification { method, params }.into()).unwrap();
    }

    fn send(&mut self, method: &str, params: Value) -> RequestId {
        self.next += 1;
        let id = RequestId::from(self.next);
        self.connection().sender.send(Request::new(id.clone(), method.to_owned(), params).into()).unwrap();
        id
    }

    fn receive(&mut self) -> Message {
        self.connection().receiver.recv_timeout(Duration::from_mins(1)).expect("an answer")
    }

    fn wait(&mut self, id: &RequestId) -> Result<Value, (i32, String)> {
        loop {
            match self.receive() {
                Message::Response(Response { id: of, result, error }) if of == *id => {
                    return match error {
                        Some(error) => Err((error.code, error.message)),
                        None => Ok(result.unwrap_or_default()),
                    };
                }
                Message::Notification(notification) => self.seen.push_back(notification),
                _ => {}
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Result<Value, (i32, String)> {
        let id = self.send(method, params);
        self.wait(&id)
    }

    fn open(&self, path: &str, text: &str) {
        let document = json!({ "uri": uri(path), "languageId": "hlsl", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&self, path: &str, version: i32, changes: Value) {
        let document = json!({ "uri": uri(path), "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    fn at(&mut self, method: &str, path: &str, line: u32, character: u32) -> Value {
        self.ask(method, at(path, line, character)).unwrap()
    }

    /// The diagnostics of a version of a file, as messages.
    fn diagnostics(&mut self, path: &str, version: i32) -> Vec<String> {
        loop {
            let notification = match self.seen.pop_front() {
                Some(notification) => notification,
                None => match self.receive() {
                    Message::Notification(notification) => notification,
                    _ => continue,
                },
            };
            let params = &notification.params;
            let is_it = notification.method == "textDocument/publishDiagnostics"
                && params["uri"] == uri(path)
                && params["version"] == version;
            if is_it {
                let list = params["diagnostics"].as_array().unwrap();
                return list.iter().map(|found| found["message"].as_str().unwrap().to_owned()).collect();
            }
        }
    }

    fn stop(mut self) -> Result<(), String> {
        self.ask("shutdown", Value::Null).unwrap();
        self.tell("exit", Value::Null);
        self.server.take().unwrap().join().unwrap()
    }
}

fn uri(path: &str) -> String {
    format!("file://{path}")
}

fn at(path: &str, line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": uri(path) }, "position": { "line": line, "character": character } })
}

const SHADER: &str = "\
Texture2D<float4> Albedo; SamplerState Linear;
float4 tint(float4 colour, float amount) { return colour * amount; }
float4 main(float2 uv : UV) : SV_Target { return tint(Albedo.Sample(Linear, uv), 0.5); }
";

#[test]
fn every_method_answers() {
    let mut client = Client::start(&[]);
    client.open("/a.hlsl", SHADER);
    assert_eq!(client.diagnostics("/a.hlsl", 1), Vec::<String>::new());
    let hover = client.at("textDocument/hover", "/a.hlsl", 2, 50);
    assert!(
        hover["contents"]["value"].as_str().unwrap().contains("float4 tint(float4 colour, float amount)"),
        "{hover}"
    );
    let definition = client.at("textDocument/definition", "/a.hlsl", 2, 50);
    assert_eq!(definition[0]["range"]["start"], json!({ "line": 1, "character": 7 }));
    for method in ["textDocument/declaration", "textDocument/references"] {
        assert!(client.at(method, "/a.hlsl", 2, 50).as_array().is_some_and(|list| !list.is_empty()), "{method}");
    }
    assert_eq!(client.at("textDocument/documentHighlight", "/a.hlsl", 2, 50).as_array().unwrap().len(), 2);
    let renamed = client
        .ask("textDocument/rename", {
            let mut params = at("/a.hlsl", 2, 50);
            params["newName"] = json!("shade");
            params
        })
        .unwrap();
    assert_eq!(renamed["changes"][uri("/a.hlsl")].as_array().unwrap().len(), 2);
    assert_eq!(client.at("textDocument/prepareRename", "/a.hlsl", 2, 50)["placeholder"], "tint");
    let list = client.at("textDocument/completion", "/a.hlsl", 2, 54);
    assert!(list["items"].as_array().unwrap().iter().any(|item| item["label"] == "Albedo"));
    assert_eq!(client.at("textDocument/signatureHelp", "/a.hlsl", 2, 54)["activeParameter"], 0);
    let document = json!({ "textDocument": { "uri": uri("/a.hlsl") } });
    for (method, least) in [
        ("textDocument/documentSymbol", 4),
        ("textDocument/inlayHint", 1),
        ("textDocument/codeLens", 1),
        ("textDocument/foldingRange", 0),
        ("textDocument/documentLink", 0),
    ] {
        let answer = client.ask(method, document.clone()).unwrap();
        assert!(answer.as_array().unwrap().len() >= least, "{method}: {answer}");
    }
    let tokens = client.ask("textDocument/semanticTokens/full", document.clone()).unwrap();
    assert_eq!(tokens["data"].as_array().unwrap().len() % 5, 0);
    let symbols = client.ask("workspace/symbol", json!({ "query": "tin" })).unwrap();
    assert_eq!(symbols[0]["name"], "tint");
    let grown = client
        .ask("textDocument/selectionRange", {
            let mut params = document.clone();
            params["positions"] = json!([{ "line": 2, "character": 50 }]);
            params
        })
        .unwrap();
    assert!(grown[0]["parent"]["range"].is_object());
    let item = client.at("textDocument/prepareCallHierarchy", "/a.hlsl", 1, 8)[0].clone();
    let calls = client.ask("callHierarchy/incomingCalls", json!({ "item": item })).unwrap();
    assert_eq!(calls[0]["from"]["name"], "main");
    let calls = client.ask("callHierarchy/outgoingCalls", json!({ "item": calls[0]["from"] })).unwrap();
    assert_eq!(calls[0]["to"]["name"], "tint");
    let lens = client.ask("textDocument/codeLens", document.clone()).unwrap()[0].clone();
    let lens = client.ask("codeLens/resolve", lens).unwrap();
    assert_eq!(lens["command"]["title"], format!("main (ps_6_6) · ps_6_6 {} bytes", SHADER.len()));
    let listing = client
        .ask(
            "workspace/executeCommand",
            json!({ "command": "hlslc.showDxil", "arguments": [uri("/a.hlsl"), "main (ps_6_6)"] }),
        )
        .unwrap();
    assert_eq!(listing["text"], "-T ps_6_6 -E main -HV 2021");
    let programs = client.ask("hlslc/programs", document).unwrap();
    assert_eq!(programs["active"], "main (ps_6_6)");
    client.stop().unwrap();
}

#[test]
fn edits_are_applied_in_the_units_of_the_client() {
    for (encodings, character) in [(json!(["utf-8"]), 9), (json!(["utf-16"]), 6), (json!(["utf-32"]), 5)] {
        let params = json!({ "capabilities": { "general": { "positionEncodings": encodings } } });
        let mut client = Client::start_with(&[], params);
        client.open("/a.hlsl", "float f() { return x; }\n/* 𝔘é */ x\n");
        client.diagnostics("/a.hlsl", 1);
        // The comment is followed by a name, which is replaced by a declaration; then the first line is changed.
        let end = character + 4;
        let range = json!({ "start": { "line": 1, "character": end }, "end": { "line": 1, "character": end + 1 } });
        let first = json!({ "start": { "line": 0, "character": 19 }, "end": { "line": 0, "character": 20 } });
        client.change(
            "/a.hlsl",
            2,
            json!([{ "range": range, "text": "static float y;" }, { "range": first, "text": "1" }]),
        );
        assert_eq!(client.diagnostics("/a.hlsl", 2), Vec::<String>::new(), "{encodings}");
        client.stop().unwrap();
    }
}

#[test]
fn a_misspelt_name_is_repaired_by_a_code_action() {
    let mut client = Client::start(&[]);
    client.open("/a.hlsl", "float f(float value) { return saturat(value); }");
    let messages = client.diagnostics("/a.hlsl", 1);
    assert_eq!(messages, ["use of undeclared identifier `saturat`"]);
    let range = json!({ "start": { "line": 0, "character": 31 }, "end": { "line": 0, "character": 31 } });
    let params = json!({ "textDocument": { "uri": uri("/a.hlsl") }, "range": range, "context": { "diagnostics": [] } });
    let actions = client.ask("textDocument/codeAction", params).unwrap();
    assert_eq!(actions[0]["edit"]["changes"][uri("/a.hlsl")][0]["newText"], "saturate");
    client.stop().unwrap();
}

#[test]
fn a_header_is_shown_in_the_programs_that_include_it() {
    let files = [
        (
            "/s/hlslc.toml",
            "[project]\ninclude = ['inc']\n[[entry]]\nfile = 'a.hlsl'\nprofile = 'ps_6_6'\n[[axis]]\nmacro = 'MODE'\nvalues = [0, 1]\n",
        ),
        ("/s/a.hlsl", "#include <h.hlsli>\nfloat4 main() : SV_Target { return mode(); }"),
    ];
    let mut client = Client::start(&files);
    client.open("/s/inc/h.hlsli", "float mode() {\n#if MODE == 1\nreturn missing;\n#else\nreturn 1;\n#endif\n}\n");
    assert_eq!(client.diagnostics("/s/inc/h.hlsli", 1), Vec::<String>::new());
    // The other variants are looked at next.
    let messages = client.diagnostics("/s/inc/h.hlsli", 1);
    assert_eq!(messages, ["use of undeclared identifier `missing`\nin a [MODE=1] only"]);
    let document = json!({ "textDocument": { "uri": uri("/s/inc/h.hlsli") } });
    let programs = client.ask("hlslc/programs", document).unwrap();
    let labels: Vec<&str> =
        programs["programs"].as_array().unwrap().iter().map(|program| program["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["a", "a [MODE=0]", "a [MODE=1]"]);
    client
        .ask(
            "workspace/executeCommand",
            json!({ "command": "hlslc.switchProgram", "arguments": [uri("/s/inc/h.hlsli"), "a [MODE=1]"] }),
        )
        .unwrap();
    let document = json!({ "textDocument": { "uri": uri("/s/inc/h.hlsli") } });
    assert_eq!(client.ask("hlslc/programs", document).unwrap()["active"], "a [MODE=1]");
    client.stop().unwrap();
}

#[test]
fn compile_commands_name_the_program() {
    let commands = r#"[{ "directory": "/s", "file": "a.hlsl", "command": "dxc -T cs_6_5 -E Fill -D \"N=4\" -Fo out/a.dxo a.hlsl" }]"#;
    let mut client = Client::start(&[("/s/compile_commands.json", commands)]);
    client.open("/s/a.hlsl", "[numthreads(N, 1, 1)] void Fill() {}");
    assert_eq!(client.diagnostics("/s/a.hlsl", 1), Vec::<String>::new());
    let programs = client.ask("hlslc/programs", json!({ "textDocument": { "uri": uri("/s/a.hlsl") } })).unwrap();
    assert_eq!(programs["active"], "Fill (cs_6_5) -D N=4");
    client.stop().unwrap();
}

#[test]
fn problems_of_the_settings_are_shown_in_their_file() {
    let mut client = Client::start(&[]);
    client.open("/s/hlslc.toml", "[[entry]]\nfile = 'a.hlsl'\nprofil = 'ps_6_6'\n");
    let messages = client.diagnostics("/s/hlslc.toml", 1);
    assert!(messages.iter().any(|message| message.contains("did you mean `profile`?")), "{messages:?}");
    client.stop().unwrap();
}

#[test]
fn an_answer_about_an_old_text_is_never_sent() {
    let mut client = Client::start(&[]);
    client.open("/a.hlsl", SHADER);
    client.diagnostics("/a.hlsl", 1);
    let mut answers = Vec::new();
    for version in 2..40 {
        let id = client.send("textDocument/hover", at("/a.hlsl", 2, 50));
        // A line before moves what is asked about.
        let start = json!({ "line": 0, "character": 0 });
        client.change("/a.hlsl", version, json!([{ "range": { "start": start, "end": start }, "text": "\n" }]));
        answers.push(id);
    }
    for id in answers {
        match client.wait(&id) {
            Ok(_) => {}
            Err((code, _)) => assert_eq!(code, -32801),
        }
    }
    let hover = client.at("textDocument/hover", "/a.hlsl", 40, 50);
    assert!(hover["contents"]["value"].as_str().unwrap().contains("tint"), "{hover}");
    client.stop().unwrap();
}

#[test]
fn a_cancelled_request_is_answered_once() {
    let mut client = Client::start(&[]);
    client.open("/a.hlsl", SHADER);
    let ids: Vec<RequestId> = (0..20).map(|_| client.send("textDocument/references", at("/a.hlsl", 2, 50))).collect();
    let last = client.next;
    client.tell("$/cancelRequest", json!({ "id": last }));
    let (last, others) = ids.split_last().unwrap();
    for id in others {
        client.wait(id).unwrap();
    }
    // It may have been answered before the cancellation came.
    if let Err((code, _)) = client.wait(last) {
        assert_eq!(code, -32800);
    }
    client.stop().unwrap();
}

#[test]
fn what_makes_no_sense_is_refused_and_nothing_ends() {
    let mut client = Client::start(&[]);
    client.open("/a.hlsl", SHADER);
    for (method, params) in [
        ("textDocument/hover", json!({})),
        ("textDocument/hover", json!({ "textDocument": { "uri": 3 }, "position": null })),
        ("textDocument/hover", at("/gone.hlsl", 0, 0)),
        ("textDocument/rename", at("/a.hlsl", 0, 0)),
        ("callHierarchy/incomingCalls", json!({ "item": {} })),
        ("workspace/executeCommand", json!({ "command": "nothing" })),
        ("no/such/method", json!([])),
        ("codeLens/resolve", json!({ "data": 1 })),
    ] {
        assert!(client.ask(method, params).is_err(), "{method}");
    }
    client.tell("textDocument/didChange", json!({ "textDocument": null }));
    client.change("/never-opened.hlsl", 1, json!([{ "text": "x" }]));
    client.tell("no/such/notification", json!({}));
    // Positions beyond the text are its end.
    client.at("textDocument/hover", "/a.hlsl", 4_000_000, 4_000_000);
    client.at("textDocument/completion", "/a.hlsl", 4_000_000, 4_000_000);
    client.stop().unwrap();
}

#[test]
fn a_client_that_dies_ends_the_server() {
    let mut client = Client::start(&[]);
    client.open("/a.hlsl", SHADER);
    client.send("textDocument/references", at("/a.hlsl", 2, 50));
    client.connection = None;
    assert_eq!(client.server.take().unwrap().join().unwrap(), Ok(()));
}

#[test]
fn leaving_without_a_goodbye_is_an_error() {
    let mut client = Client::start(&[]);
    client.tell("exit", Value::Null);
    assert!(client.server.take().unwrap().join().unwrap().is_err());
}

#[test]
fn a_request_before_the_beginning_is_refused() {
    let (server, client) = Connection::memory();
    let files = Arc::new(Given(BTreeMap::new()));
    let server = std::thread::spawn(move || serve(server, files, Arc::new(Asked)));
    let request = Request::new(RequestId::from(1), "textDocument/hover".to_owned(), json!({}));
    client.sender.send(request.into()).unwrap();
    let Message::Response(response) = client.receiver.recv().unwrap() else { panic!("a response") };
    assert_eq!(response.error.unwrap().code, -32002);
    drop(client);
    assert_eq!(server.join().unwrap(), Ok(()));
}

/// A text after edits, which come in the order of the text; all of it is ASCII.
fn edited(text: &str, edits: &Value) -> String {
    let starts: Vec<usize> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let offset =
        |at: &Value| starts[at["line"].as_u64().unwrap() as usize] + at["character"].as_u64().unwrap() as usize;
    let mut out = text.to_owned();
    for edit in edits.as_array().unwrap().iter().rev() {
        let range = offset(&edit["range"]["start"])..offset(&edit["range"]["end"]);
        out.replace_range(range, edit["newText"].as_str().unwrap());
    }
    out
}

#[test]
fn a_document_is_formatted_as_the_command_formats_it() {
    const TEXT: &str = "float f( float x )\n{\n  return x*2 ;\n}\nfloat g( float x )\n{\n  return x*3 ;\n}\n";
    let mut client = Client::start(&[("/project/hlslc.toml", "[format]\nindent = 8\nbrace_style = \"same-line\"\n")]);
    let document =
        |path: &str| json!({ "textDocument": { "uri": uri(path) }, "options": { "tabSize": 3, "insertSpaces": true } });
    client.open("/other/a.hlsl", TEXT);
    client.open("/project/a.hlsl", TEXT);

    // Without settings the file itself decides, and not what the editor would indent by.
    let edits = client.ask("textDocument/formatting", document("/other/a.hlsl")).unwrap();
    let whole = "float f(float x)\n{\n  return x * 2;\n}\nfloat g(float x)\n{\n  return x * 3;\n}\n";
    assert_eq!(edited(TEXT, &edits), whole);
    let edits = client.ask("textDocument/formatting", document("/project/a.hlsl")).unwrap();
    let of_project = "float f(float x) {\n        return x * 2;\n}\nfloat g(float x) {\n        return x * 3;\n}\n";
    assert_eq!(edited(TEXT, &edits), of_project);

    let mut of_range = document("/other/a.hlsl");
    of_range["range"] = json!({ "start": { "line": 5, "character": 0 }, "end": { "line": 6, "character": 4 } });
    let edits = client.ask("textDocument/rangeFormatting", of_range.clone()).unwrap();
    assert_eq!(edited(TEXT, &edits), TEXT.replace("return x*3 ;", "return x * 3;"));
    of_range["range"]["start"]["line"] = json!(7);
    assert!(client.ask("textDocument/rangeFormatting", of_range).is_err());

    // The `}` of the first function was typed.
    let mut of_typed = document("/other/a.hlsl");
    of_typed["position"] = json!({ "line": 3, "character": 1 });
    of_typed["ch"] = json!("}");
    let edits = client.ask("textDocument/onTypeFormatting", of_typed).unwrap();
    assert_eq!(
        edited(TEXT, &edits),
        TEXT.replace("f( float x )", "f(float x)").replace("return x*2 ;", "return x * 2;")
    );

    client.open("/other/b.hlsl", "float f() /* without an end");
    assert!(client.ask("textDocument/formatting", document("/other/b.hlsl")).unwrap_err().1.contains("has no end"));
    assert_eq!(client.stop(), Ok(()));
}

const LINT: DiagInfo = DiagInfo {
    code: "L0104",
    name: "redundant_clamp",
    doc: " A clamp of a number that lies in the range already.",
    severity: Severity::Warning,
    group: "redundant-clamp",
    given: When::Always,
};

/// Finds one word doubtful, and knows one register.
struct Linting;

impl Compile for Linting {
    fn compile(&self, _: &Host, _: &Context, _: bool) -> Compiled {
        Compiled::default()
    }

    fn lint(&self, host: &Host, context: &Context) -> Linted {
        let text = host.text(&context.root).unwrap_or_default();
        let place = |word: &str| {
            let start = text.find(word)?;
            let range = TextRange::new(start, start + word.len());
            Some(Place { file: context.root.as_str().into(), range })
        };
        let found = place("tint(Albedo").map(|place| Diagnostic {
            place,
            severity: Severity::Warning,
            info: LINT,
            message: "doubtful".to_owned(),
            related: Vec::new(),
            fix: None,
            only_in: Vec::new(),
        });
        let registers = place("Albedo").map(|place| (place, "t7".to_owned()));
        Linted { found: found.into_iter().collect(), registers: registers.into_iter().collect() }
    }
}

#[test]
fn lints_and_registers_come_after_the_check() {
    let mut client = Client::start_compiling(&[], json!({ "capabilities": {} }), Arc::new(Linting));
    client.open("/a.hlsl", SHADER);
    assert_eq!(client.diagnostics("/a.hlsl", 1), Vec::<String>::new());
    assert_eq!(client.diagnostics("/a.hlsl", 1), ["doubtful"]);
    let hover = client.at("textDocument/hover", "/a.hlsl", 0, 20);
    assert!(hover["contents"]["value"].as_str().unwrap().contains("`register(t7)` is assigned"), "{hover}");
    let hints = client.ask("textDocument/inlayHint", json!({ "textDocument": { "uri": uri("/a.hlsl") } })).unwrap();
    let register = hints.as_array().unwrap().iter().find(|hint| hint["label"] == ": register(t7)").unwrap();
    assert_eq!(register["position"], json!({ "line": 0, "character": 24 }));
    // An edit takes back what is not true of the text any more.
    client.change("/a.hlsl", 2, json!([{ "text": SHADER.replace("tint(Albedo", "tint(1 * Albedo") }]));
    assert_eq!(client.diagnostics("/a.hlsl", 2), Vec::<String>::new());
    client.stop().unwrap();
}

/// Files that come and go.
#[derive(Default)]
struct Changing(std::sync::Mutex<BTreeMap<String, Vec<u8>>>);

impl Files for Changing {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.0.lock().unwrap().get(path).cloned()
    }
}

#[test]
fn headers_that_vanish_or_are_no_text_or_too_large_are_reported_and_nothing_ends() {
    let files = Arc::new(Changing::default());
    let put = |bytes: Vec<u8>| drop(files.0.lock().unwrap().insert("/s/h.hlsli".to_owned(), bytes));
    put(b"float h() { return 1; }".to_vec());
    let mut client = Client::start_from(files.clone(), json!({ "capabilities": {} }), Arc::new(Asked));
    client.open("/s/a.hlsl", "#include \"h.hlsli\"\nfloat a() { return h(); }\n");
    assert_eq!(client.diagnostics("/s/a.hlsl", 1), Vec::<String>::new());
    let mut version = 1;
    let mut after = |client: &mut Client| {
        client.tell("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
        version += 1;
        client.change("/s/a.hlsl", version, json!([{ "text": "#include \"h.hlsli\"\nfloat a() { return h(); }\n" }]));
        let said = client.diagnostics("/s/a.hlsl", version);
        client.at("textDocument/hover", "/s/a.hlsl", 1, 20);
        said
    };
    files.0.lock().unwrap().clear();
    assert!(after(&mut client).iter().any(|message| message.contains("h.hlsli")));
    // A picture, and 50 MB of text.
    put([b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &[0; 64]].concat());
    after(&mut client);
    put(b"// a line of a large header\n".repeat(1_900_000));
    let start = std::time::Instant::now();
    assert_ne!(after(&mut client), Vec::<String>::new());
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    put(b"float h() { return 1; }".to_vec());
    assert_eq!(after(&mut client), Vec::<String>::new());
    client.stop().unwrap();
}

/// Compiles until a message ends it.
struct Slow(std::sync::Mutex<std::sync::mpsc::Receiver<()>>);

impl Compile for Slow {
    fn compile(&self, _: &Host, _: &Context, _: bool) -> Compiled {
        let _ = self.0.lock().unwrap().recv_timeout(Duration::from_mins(1));
        Compiled::default()
    }
}

#[test]
fn small_requests_are_answered_while_a_shader_compiles() {
    let (end, ended) = std::sync::mpsc::channel();
    let slow = Arc::new(Slow(std::sync::Mutex::new(ended)));
    let mut client = Client::start_compiling(&[], json!({ "capabilities": {} }), slow);
    client.open("/a.hlsl", SHADER);
    client.diagnostics("/a.hlsl", 1);
    let document = json!({ "textDocument": { "uri": uri("/a.hlsl") } });
    let lens = client.ask("textDocument/codeLens", document).unwrap()[0].clone();
    let compiled = client.send("codeLens/resolve", lens);
    for _ in 0..20 {
        client.at("textDocument/hover", "/a.hlsl", 2, 50);
    }
    end.send(()).unwrap();
    client.wait(&compiled).unwrap();
    client.stop().unwrap();
}
