//! Shows a session of the debug adapter over four stages: each step by its line, and what expressions are there.
//!
//! The client is this test, which holds the messages to what the specification says of them; that real clients agree is seen by
//! hand (`ide/dap/client`).

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes};
use hlslc_dap::protocol::Request;
use hlslc_dap::{Adapter, Host};
use serde_json::{Value, json};

/// A shader that the client knows as a file.
struct Shader(String);

impl Host for Shader {
    fn compile(&self, program: &str, options: &[String]) -> Result<Vec<u8>, String> {
        let words = [options, &["-Zi", "-Qembed_debug"].map(str::to_owned)].concat();
        let line = CommandLine::parse(&words, &|_| Err("no files".to_owned()));
        let output = Compiler::new(line.options).compile(program, self.0.as_bytes(), &NoIncludes);
        let said = output.render(hlslc::Style::Clang, false);
        output.object.ok_or(said)
    }

    fn read(&self, _: &str) -> Result<String, String> {
        Ok(self.0.clone())
    }
}

/// A client.
struct Client<'a> {
    adapter: Adapter<'a>,
    seq: i64,
    /// Events that were not looked at yet.
    events: RefCell<Vec<Value>>,
    /// The last number of the adapter's messages.
    last: i64,
}

impl<'a> Client<'a> {
    fn new(host: &'a Shader) -> Self {
        Self { adapter: Adapter::new(host), seq: 0, events: RefCell::default(), last: 0 }
    }

    fn take(&mut self, messages: Vec<Value>) -> Option<Value> {
        let mut response = None;
        for message in messages {
            assert_eq!(message["seq"], self.last + 1, "{message}");
            self.last += 1;
            match message["type"].as_str() {
                Some("response") => response = Some(message),
                _ => self.events.borrow_mut().push(message),
            }
        }
        response
    }

    /// Asks, and gives the body of the answer, or why there is none.
    fn ask(&mut self, command: &str, arguments: Value) -> Result<Value, String> {
        self.seq += 1;
        let messages = self.adapter.request(&Request { seq: self.seq, command: command.to_owned(), arguments });
        let response = self.take(messages).expect("an answer");
        assert_eq!((&response["request_seq"], &response["command"]), (&json!(self.seq), &json!(command)));
        match response["success"].as_bool() {
            Some(true) => Ok(response["body"].clone()),
            _ => Err(response["message"].as_str().expect("a message").to_owned()),
        }
    }

    fn event(&mut self, name: &str) -> Value {
        self.first_event(&[name]).1
    }

    /// The first event of these that comes; those before it are forgotten.
    fn first_event(&mut self, names: &[&str]) -> (String, Value) {
        for _ in 0..100_000 {
            let is_it = |event: &Value| names.iter().any(|name| event["event"] == *name);
            let found = self.events.borrow().iter().position(is_it);
            if let Some(at) = found {
                let mut event = self.events.borrow_mut().drain(..=at).next_back().expect("an event");
                return (event["event"].as_str().unwrap_or_default().to_owned(), event["body"].take());
            }
            let messages = self.adapter.work();
            self.take(messages);
        }
        panic!("no event of {names:?}; there is {:?}", self.events);
    }

    fn launch(&mut self, path: &str, arguments: Value, breakpoints: &[Value]) -> Value {
        let capabilities = self.ask("initialize", json!({"adapterID": "hlsl", "linesStartAt1": true})).expect("it");
        assert_eq!(capabilities["supportsStepBack"], true);
        self.ask("launch", arguments).expect("a launch");
        self.event("initialized");
        let set = json!({"source": {"path": path}, "breakpoints": breakpoints});
        let set = self.ask("setBreakpoints", set).expect("breakpoints");
        self.ask("setExceptionBreakpoints", json!({"filters": ["race", "bounds", "undefined"]})).expect("filters");
        self.ask("configurationDone", json!({})).expect("a start");
        set["breakpoints"].clone()
    }

    /// Where the thread that stopped is: its function and line, and the number of the frame.
    fn top(&mut self, thread: i64) -> (String, i64) {
        let stack = self.ask("stackTrace", json!({"threadId": thread, "levels": 1})).expect("a stack");
        let frame = &stack["stackFrames"][0];
        if frame.is_null() {
            return ("nowhere".to_owned(), 0);
        }
        let place = format!("{}:{}", frame["name"].as_str().expect("a name"), frame["line"]);
        (place, frame["id"].as_i64().expect("a number"))
    }

    /// Why and where the thread stopped.
    fn stop(&mut self, thread: i64) -> String {
        let stop = self.stop_or_end(thread);
        assert_ne!(stop, "terminated");
        stop
    }

    /// The same, or that the session is over.
    fn stop_or_end(&mut self, thread: i64) -> String {
        let (name, stopped) = self.first_event(&["stopped", "terminated"]);
        if name == "terminated" {
            return name;
        }
        assert_eq!(stopped["threadId"], thread, "{stopped}");
        format!("{} {}", stopped["reason"].as_str().expect("a reason"), self.top(thread).0)
    }

    fn value(&mut self, expression: &str, thread: i64) -> String {
        let (_, frame) = self.top(thread);
        match self.ask("evaluate", json!({"expression": expression, "frameId": frame, "context": "watch"})) {
            Ok(body) => body["result"].as_str().expect("a result").to_owned(),
            Err(why) => why,
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../ide/dap/client")
}

/// Sixty steps over four stages, which `ide/dap/client/session.json` lists: commands, where each stops, and expressions with their
/// values there. `UPDATE_SESSION=1` writes what was seen.
#[test]
fn a_session_over_four_stages_has_the_right_variables_at_each_step() {
    let path = folder().join("session.json");
    let mut script: Value = serde_json::from_str(&std::fs::read_to_string(&path).expect("the session")).expect("JSON");
    let updates = std::env::var_os("UPDATE_SESSION").is_some();
    let mut steps = 0;
    for session in script["sessions"].as_array_mut().expect("sessions") {
        let name = session["shader"].as_str().expect("a name").to_owned();
        let shader = Shader(std::fs::read_to_string(folder().join(&name)).expect("a shader"));
        let mut client = Client::new(&shader);
        let mut launch = session["launch"].clone();
        launch["program"] = json!(name);
        let thread = session["thread"].as_i64().expect("a thread");
        let breakpoints = session["breakpoints"].as_array().expect("breakpoints").iter();
        let breakpoints: Vec<Value> = breakpoints.map(|it| json!({"line": it[0], "condition": it[1]})).collect();
        let set = client.launch(&name, launch, &breakpoints);
        assert!(set.as_array().expect("breakpoints").iter().all(|it| it["verified"] == true), "{set}");
        assert!(client.stop(thread).starts_with("entry "), "{name}");
        for (number, step) in session["steps"].as_array_mut().expect("steps").iter_mut().enumerate() {
            steps += 1;
            let command = step[0].as_str().expect("a command").to_owned();
            client.ask(&command, json!({"threadId": thread})).expect("a step");
            let stop = client.stop_or_end(thread);
            if updates {
                step[1] = json!(stop);
            }
            assert_eq!(step[1], stop, "{name}, step {number}: {command}");
            for (expression, expected) in step[2].as_object_mut().expect("expressions") {
                let value = client.value(expression, thread);
                if updates {
                    *expected = json!(value);
                }
                assert_eq!(*expected, value, "{name}, step {number}: {command} to {stop}: {expression}");
            }
        }
    }
    assert!(steps >= 60, "{steps}");
    if updates {
        let text = serde_json::to_string_pretty(&script).expect("JSON");
        std::fs::write(&path, text + "\n").expect("the session");
    }
}
