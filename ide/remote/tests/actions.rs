//! Digests of actions: the same on every machine, and those that other programs compute.

use hlslc_remote::action::{Action, Input};
use hlslc_remote::{Blob, api};
use prost::Message as _;

fn input(path: &str, text: &str) -> Input {
    Input { path: path.to_owned(), blob: Blob::new(text.as_bytes()), is_executable: path == "tool" }
}

fn action(inputs: Vec<Input>) -> Action {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    Action {
        arguments: words(&["./tool", "a"]),
        inputs,
        outputs: words(&["z", "b"]),
        platform: vec![pair("OSFamily", "linux"), pair("ISA", "x86-64")],
        timeout: None,
    }
}

/// The bytes of a message as the format defines them, worked out by hand: field 1 as text, field 2 as a number.
#[test]
fn a_digest_is_written_field_by_field() {
    let digest = api::Digest { hash: "ab".to_owned(), size_bytes: 300 };
    assert_eq!(digest.encode_to_vec(), [0x0a, 2, b'a', b'b', 0x10, 0xac, 2]);
    // Of nothing: the hash that every implementation knows.
    let nothing = Blob::new(Vec::new()).digest;
    assert_eq!(nothing.hash, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

#[test]
fn the_order_of_inputs_and_properties_decides_nothing() {
    let inputs = || {
        vec![input("tool", "x"), input("src/b", "1"), input("src/a", "2"), input("src/inc/c", "3"), input("a-b", "4")]
    };
    let first = action(inputs()).prepare().expect("they are paths");
    let mut other = action(inputs().into_iter().rev().collect());
    other.platform.reverse();
    other.outputs.reverse();
    assert_eq!(other.prepare().expect("they are paths").action, first.action);
    for changed in [
        action(inputs().into_iter().skip(1).collect()),
        action(inputs().into_iter().chain([input("src/d", "")]).collect()),
        Action { arguments: vec!["./tool".to_owned()], ..action(inputs()) },
        Action { platform: Vec::new(), ..action(inputs()) },
        Action { timeout: Some(std::time::Duration::from_secs(1)), ..action(inputs()) },
    ] {
        assert_ne!(changed.prepare().expect("they are paths").action, first.action);
    }
}

/// Directories are sorted by name, and a folder's digest is that of its message.
#[test]
fn directories_are_a_tree_of_digests() {
    let prepared =
        action(vec![input("tool", "x"), input("s/b", "1"), input("s/a", "2"), input("s/t/c", "3")]).prepare();
    let prepared = prepared.expect("they are paths");
    let read = |digest: &api::Digest| {
        let blob = prepared.messages.iter().find(|blob| blob.digest == *digest).expect("it is among the messages");
        api::Directory::decode(&*blob.bytes).expect("it is a directory")
    };
    let action = api::Action::decode(&*prepared.action.bytes).expect("it is an action");
    let root = read(&action.input_root_digest.expect("it has inputs"));
    let names = |directory: &api::Directory| {
        let files = directory.files.iter().map(|file| (file.name.clone(), file.is_executable));
        (files.collect::<Vec<_>>(), directory.directories.iter().map(|one| one.name.clone()).collect::<Vec<_>>())
    };
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    assert_eq!(names(&root), (vec![("tool".to_owned(), true)], words(&["s"])));
    let s = read(root.directories[0].digest.as_ref().expect("it has a digest"));
    assert_eq!(names(&s), (vec![("a".to_owned(), false), ("b".to_owned(), false)], words(&["t"])));
    let command = prepared.messages.last().expect("the command comes last");
    let command = api::Command::decode(&*command.bytes).expect("it is a command");
    assert_eq!((command.output_paths, command.arguments), (words(&["b", "z"]), words(&["./tool", "a"])));
    assert_eq!(prepared.blobs().count(), 4 + 3 + 1 + 1);
}

#[test]
fn what_is_no_path_is_an_error() {
    for (inputs, why) in [
        (vec![input("/a", "")], "`/a` is no path of an input"),
        (vec![input("a/../b", "")], "`a/../b` is no path of an input"),
        (vec![input("a//b", "")], "`a//b` is no path of an input"),
        (vec![input("a", "1"), input("a", "2")], "two inputs are at `a`"),
        (vec![input("d/a", "1"), input("d/a/b", "2")], "`a` in `d` is a file and a folder"),
    ] {
        assert_eq!(action(inputs).prepare().map(|_| ()).unwrap_err(), why);
    }
}
