//! Tests `hlslc serve`: requests in both framings, bad input, and clients that are gone.

use crate::support::Folder;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const SOURCE: &str = "RWBuffer<uint> Out; [numthreads(1, 1, 1)] void main() { Out[0] = V; }";

struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Server {
    fn new(args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hlslc"));
        let command = command.arg("serve").args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the command runs");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("it has an output"));
        Self { child, input, output }
    }

    fn send(&mut self, bytes: &[u8]) {
        self.input.as_mut().expect("it is open").write_all(bytes).expect("it reads");
    }

    fn ask(&mut self, request: &Value) {
        self.send(format!("{request}\n").as_bytes());
    }

    fn answer(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("it answers");
        serde_json::from_str(&line).unwrap_or_else(|why| panic!("{why}: {line:?}"))
    }

    /// Closes its input; its exit code.
    fn end(mut self) -> Option<i32> {
        self.input = None;
        self.child.wait().expect("it ends").code()
    }
}

fn request(id: u32, value: u32) -> Value {
    let arguments = ["-T", "cs_6_0", "-D", &format!("V={value}")];
    json!({ "id": id, "method": "compile", "params": { "arguments": arguments, "name": "a.hlsl", "source": SOURCE } })
}

/// What the command makes of the same.
fn alone(value: u32) -> Vec<u8> {
    let folder = Folder::new(&format!("serve-alone-{value}"));
    folder.file("a.hlsl", SOURCE.as_bytes());
    folder.run(&["a.hlsl", "-T", "cs_6_0", "-D", &format!("V={value}"), "-Fo", "a.dxo"]);
    folder.read("a.dxo")
}

fn decoded(text: &str) -> Vec<u8> {
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits: Vec<u32> = text.chars().filter_map(|digit| DIGITS.find(digit)).map(|digit| digit as u32).collect();
    let four = |four: &[u32]| {
        let word = four.iter().fold(0, |word, digit| word << 6 | digit) << (6 * (4 - four.len()));
        word.to_be_bytes()[1..four.len()].to_vec()
    };
    digits.chunks(4).flat_map(four).collect()
}

#[test]
fn answers_have_the_bytes_of_the_command() {
    let mut server = Server::new(&["--jobs", "2"]);
    for value in 0..4 {
        server.ask(&request(value, value % 2));
    }
    let mut ids = Vec::new();
    for _ in 0..4 {
        let answer = server.answer();
        let id = answer["id"].as_u64().expect("a number") as u32;
        assert_eq!(answer["result"]["ok"], true, "{answer}");
        assert_eq!(decoded(answer["object"].as_str().expect("base64")), alone(id % 2));
        ids.push(id);
    }
    ids.sort_unstable();
    assert_eq!((ids, server.end()), (vec![0, 1, 2, 3], Some(0)));
}

#[test]
fn binary_frames_carry_source_and_object_as_they_are() {
    let mut server = Server::new(&[]);
    server.send(b"HLSLSRV\x01");
    let text = json!({ "id": "x", "method": "compile", "params": { "arguments": ["-T", "cs_6_0", "-D", "V=7"], "name": "a.hlsl" } });
    let text = text.to_string();
    server.send(&(text.len() as u32).to_le_bytes());
    server.send(&(SOURCE.len() as u32).to_le_bytes());
    server.send(text.as_bytes());
    server.send(SOURCE.as_bytes());
    let mut lengths = [0; 8];
    server.output.read_exact(&mut lengths).expect("an answer");
    let [a, b, c, d, e, f, g, h] = lengths;
    let mut text = vec![0; u32::from_le_bytes([a, b, c, d]) as usize];
    let mut object = vec![0; u32::from_le_bytes([e, f, g, h]) as usize];
    server.output.read_exact(&mut text).expect("an answer");
    server.output.read_exact(&mut object).expect("an answer");
    let answer: Value = serde_json::from_slice(&text).expect("JSON");
    assert_eq!((&answer["id"], &answer["result"]["ok"], object), (&json!("x"), &json!(true), alone(7)));
}

#[test]
fn files_come_with_the_request_and_errors_are_results() {
    let mut server = Server::new(&[]);
    let params = json!({
        "arguments": ["-T", "cs_6_0", "-I", "inc"], "name": "b.hlsl", "disk": false,
        "source": "#include <v.h>\n#include \"w.h\"\nRWBuffer<uint> Out; [numthreads(1, 1, 1)] void main() { Out[0] = V + W; }",
        "files": { "inc/v.h": "#define V 1", "w.h": "#define W nothing" },
    });
    server.ask(&json!({ "id": 1, "method": "compile", "params": params }));
    let answer = server.answer();
    assert_eq!(
        (&answer["result"]["ok"], &answer["result"]["dependencies"]),
        (&json!(false), &json!(["inc/v.h", "w.h"]))
    );
    assert!(answer["result"]["messages"].as_str().is_some_and(|text| text.contains("E0201")), "{answer}");
}

#[test]
fn a_reflection_is_in_the_answer_where_it_is_asked_for() {
    let mut server = Server::new(&[]);
    for (id, wanted) in [(1, json!(true)), (2, json!(false))] {
        let mut asked = request(id, 1);
        asked["params"]["reflection"] = wanted.clone();
        server.ask(&asked);
        let answer = server.answer();
        assert_eq!(answer["result"]["reflection"]["bindings"].is_array(), wanted == json!(true), "{answer}");
        assert_eq!(decoded(answer["object"].as_str().expect("an object")), alone(1));
    }
    let mut asked = request(3, 1);
    asked["params"]["reflection"] = json!("all");
    server.ask(&asked);
    assert_eq!(server.answer()["error"]["message"], "`reflection` is true or false");
}

#[test]
fn bad_input_is_answered_and_the_connection_goes_on() {
    let mut server = Server::new(&["--jobs", "1"]);
    let bad = [
        ("{", "bad-request"),
        ("[1]", "bad-request"),
        ("{\"id\":1}", "bad-request"),
        ("{\"id\":1,\"method\":\"complie\"}", "unknown-method"),
        ("{\"method\":\"compile\",\"params\":{}}", "bad-request"),
        ("{\"id\":1,\"method\":\"compile\"}", "bad-request"),
        ("{\"id\":1,\"method\":\"compile\",\"params\":{\"arguments\":[1]}}", "bad-request"),
        (
            "{\"id\":1,\"method\":\"compile\",\"params\":{\"arguments\":[\"-nothing\"],\"name\":\"a\",\"source\":\"\"}}",
            "bad-request",
        ),
        (
            "{\"id\":1,\"method\":\"compile\",\"params\":{\"arguments\":[\"-Fo\",\"x\"],\"name\":\"a\",\"source\":\"\"}}",
            "bad-request",
        ),
        ("{\"id\":1,\"method\":\"compile\",\"params\":{\"arguments\":[\"-T\",\"cs_6_0\"]}}", "bad-request"),
        (
            "{\"id\":1,\"method\":\"compile\",\"params\":{\"arguments\":[\"-T\",\"cs_6_0\"],\"name\":\"/no/file\"}}",
            "bad-request",
        ),
        ("\u{0}\u{1}", "bad-request"),
    ];
    for (line, code) in bad {
        server.send(format!("{line}\n").as_bytes());
        let answer = server.answer();
        assert_eq!(answer["error"]["code"], *code, "{line}: {answer}");
    }
    server.send(b"\n\n");
    server.ask(&json!({ "id": 9, "method": "hello" }));
    assert_eq!(server.answer()["result"]["protocol"], 1);
    server.ask(&json!({ "id": 10, "method": "statistics" }));
    let statistics = server.answer();
    assert!(statistics["result"]["rejected"].as_u64().is_some_and(|count| count >= 11), "{statistics}");
    assert_eq!(server.end(), Some(0));
}

/// A program that takes a while.
fn slow(id: u32) -> Value {
    let lines: Vec<String> = (0..700).map(|at| format!("x = x * {at} + sin(x);\n")).collect();
    let lines = lines.concat();
    let source =
        format!("RWBuffer<float> Out; [numthreads(1, 1, 1)] void main() {{ float x = Out[0]; {lines} Out[0] = x; }}");
    json!({ "id": id, "method": "compile", "params": { "arguments": ["-T", "cs_6_0"], "name": "s.hlsl", "source": source } })
}

#[test]
fn higher_priorities_come_first_and_what_waits_can_be_cancelled() {
    let mut server = Server::new(&["--jobs", "1"]);
    server.ask(&slow(0));
    server.ask(&request(1, 1));
    server.ask(&request(2, 2));
    let mut urgent = request(3, 3);
    urgent["params"]["priority"] = json!(5);
    server.ask(&urgent);
    server.ask(&json!({ "id": 4, "method": "cancel", "params": { "id": 1 } }));
    let answers: Vec<Value> = (0..5).map(|_| server.answer()).collect();
    let place = |id: u32| answers.iter().position(|answer| answer["id"] == id).expect("it is answered");
    assert_eq!(answers[place(4)]["result"]["found"], true);
    assert_eq!(answers[place(1)]["error"]["code"], "cancelled");
    assert!(place(3) < place(2), "{answers:?}");
    server.ask(&json!({ "id": 5, "method": "cancel", "params": { "id": 77 } }));
    assert_eq!(server.answer()["result"]["found"], false);
}

#[test]
fn a_full_queue_and_a_second_request_with_an_open_id_are_rejected() {
    let mut server = Server::new(&["--jobs", "1", "--queue", "1"]);
    server.ask(&slow(0));
    for id in [1, 1, 2, 3] {
        server.ask(&request(id, id));
    }
    let answers: Vec<Value> = (0..5).map(|_| server.answer()).collect();
    let rejected = answers.iter().filter(|answer| answer["error"]["code"] == "queue-full").count();
    assert!(rejected >= 2, "{answers:?}");
}

#[test]
fn a_ceiling_of_memory_gives_up_what_is_shared() {
    // The one thread looks at the size of the process between the first answer and the second compilation.
    let mut server = Server::new(&["--memory", "1", "--jobs", "1"]);
    server.ask(&request(1, 1));
    assert_eq!(server.answer()["result"]["ok"], true);
    server.ask(&request(2, 1));
    assert_eq!(server.answer()["result"]["ok"], true);
    server.ask(&json!({ "id": 3, "method": "statistics" }));
    let statistics = server.answer();
    let result = &statistics["result"];
    let given_up = result["memory_given_up"].as_u64().is_some_and(|times| times >= 1);
    assert!(given_up || result["process_bytes"].is_null(), "{statistics}");
}

#[cfg(unix)]
#[test]
fn clients_of_a_socket_come_and_go() {
    use std::os::unix::net::UnixStream;
    let folder = Folder::new("serve-socket");
    let path = folder.0.join("s");
    let path = path.to_str().expect("a plain name");
    // What a server that was killed has left.
    drop(std::os::unix::net::UnixListener::bind(path).expect("a socket"));
    let mut server = Server::new(&["--socket", path, "--jobs", "2"]);
    let connect = || {
        let found = (0..500).find_map(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            UnixStream::connect(path).ok()
        });
        found.expect("it listens")
    };
    let read = |stream: &UnixStream| {
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line).expect("an answer");
        serde_json::from_str::<Value>(&line).expect("JSON")
    };
    // One that is gone before it is answered, one that leaves in the middle of a request, and one that stays.
    let mut gone = connect();
    gone.write_all(format!("{}\n", slow(1)).as_bytes()).expect("it reads");
    drop(gone);
    let mut torn = connect();
    torn.write_all(b"{\"id\": 1, \"meth").expect("it reads");
    drop(torn);
    let mut torn = connect();
    torn.write_all(b"HLSLSRV\x01\xff\xff\xff\xff\xff\xff\xff\xff").expect("it reads");
    let mut frame = Vec::new();
    torn.read_to_end(&mut frame).expect("an answer and the end");
    assert!(String::from_utf8_lossy(&frame).contains("too-long"));
    let mut stays = connect();
    stays.write_all(format!("{}\n", request(1, 5)).as_bytes()).expect("it reads");
    assert_eq!(read(&stays)["result"]["ok"], true);
    stays.write_all(b"{\"id\":2,\"method\":\"shutdown\"}\n").expect("it reads");
    assert_eq!(read(&stays)["id"], 2);
    assert_eq!(server.child.wait().expect("it ends").code(), Some(0));
}
