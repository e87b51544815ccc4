//! Files that the command reads and does not trust: response files, cache entries, lists of a batch. What does not end comes
//! to an end, and what is written goes where the command line says.
#![cfg(unix)]

use crate::support::{Folder, Ran};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SHADER: &[u8] = b"RWBuffer<float> o;\n[numthreads(1, 1, 1)] void main() { o[0] = 1; }\n";

/// Far more than any of these takes, and far less than for ever.
const PATIENCE: Duration = Duration::from_mins(1);

/// Runs the command with an address space of one gigabyte, and ends it if it does not end.
fn run(folder: &Folder, args: &[&str]) -> Ran {
    let limited = "ulimit -v 1000000; exec \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", limited, "sh", env!("CARGO_BIN_EXE_hlslc")]).args(args).current_dir(&folder.0);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command runs");
    let start = Instant::now();
    while child.try_wait().expect("it can be waited for").is_none() {
        if start.elapsed() > PATIENCE {
            child.kill().expect("it can be ended");
            panic!("{args:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("it has ended");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let code = output.status.code().expect("no signal ended it");
    Ran { code, out: text(&output.stdout), stderr: text(&output.stderr) }
}

fn rejected(ran: &Ran, why: &str) {
    assert!(ran.code == 1 && ran.stderr.contains(why) && ran.stderr.len() < 4000, "{ran:?}");
}

#[test]
fn response_files_that_name_each_other_ten_times_come_to_an_end() {
    let folder = Folder::new("response-fan-out");
    for at in 0..10 {
        folder.file(&format!("r{at}"), format!("@r{}\n", at + 1).repeat(10).as_bytes());
    }
    folder.file("r10", b"-DX ");
    rejected(&run(&folder, &["@r0"]), "more than 1000 response files");
    folder.file("large", "-DX ".repeat(1 << 20).as_bytes());
    folder.file("many", "@large\n".repeat(900).as_bytes());
    rejected(&run(&folder, &["@many"]), "response files are larger than 16777216 bytes");
}

#[test]
fn a_response_file_without_an_end_is_an_error() {
    let folder = Folder::new("response-zero");
    rejected(&run(&folder, &["@/dev/zero"]), "cannot read response file `/dev/zero`: larger than 16777216 bytes");
}

#[test]
fn a_quote_that_nothing_closes_is_an_error() {
    let folder = Folder::new("open-quote");
    folder.file("a.hlsl", SHADER);
    folder.file("args", b"a.hlsl -T cs_6_0 -D \"A=1");
    rejected(&run(&folder, &["@args"]), "cannot read response file `args`: a quote is not closed");
    folder.file("list", b"# \"a comment is no quote\na.hlsl -T cs_6_0 -Fo 1.dxo\na.hlsl -T cs_6_0 \"-Fo 2.dxo\n");
    rejected(&run(&folder, &["batch", "list"]), "list:3: a quote is not closed");
    assert!(folder.has("1.dxo"));
}

#[test]
fn two_spellings_of_one_output_are_one_output() {
    let folder = Folder::new("spellings");
    folder.file("a.hlsl", SHADER);
    std::fs::create_dir(folder.0.join("dir")).expect("a folder");
    std::os::unix::fs::symlink("dir", folder.0.join("link")).expect("a link");
    for (one, other) in [("a.o", "./a.o"), ("dir/a.o", "dir/../dir/a.o"), ("dir/a.o", "link/a.o")] {
        folder.file("list", format!("a.hlsl -T cs_6_0 -Fo {one}\na.hlsl -T cs_6_0 -Od -Fo {other}\n").as_bytes());
        rejected(&run(&folder, &["batch", "list"]), &format!("list:2: `{other}` is written by list:1 too"));
    }
    // Also where the name follows from the input.
    folder.file("list", b"a.hlsl -T cs_6_0 -MD -Fo 1.o\n./a.hlsl -T cs_6_0 -MD -Fo 2.o\n");
    rejected(&run(&folder, &["batch", "list"]), "`./a.d` is written by list:1 too");
}

/// The files in the cache.
fn entries(folder: &Folder) -> Vec<PathBuf> {
    let inside = |path: PathBuf| std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    inside(folder.0.join("cache")).flat_map(inside).collect()
}

#[test]
fn a_cache_entry_that_is_no_plain_file_is_as_if_it_were_not_there() {
    let folder = Folder::new("cache-links");
    folder.file("a.hlsl", SHADER);
    let compile = ["a.hlsl", "-T", "cs_6_0", "-Fo", "a.dxo", "--cache", "cache"];
    assert_eq!(run(&folder, &compile).code, 0);
    let object = folder.read("a.dxo");
    for what in ["/dev/zero", "pipe", "plain"] {
        for entry in entries(&folder) {
            std::fs::remove_file(&entry).expect("it is there");
            match what {
                "pipe" => assert!(Command::new("mkfifo").arg(&entry).status().expect("it runs").success()),
                "plain" => std::fs::write(&entry, b"no entry").expect("it can be written"),
                device => std::os::unix::fs::symlink(device, &entry).expect("a link"),
            }
        }
        std::fs::remove_file(folder.0.join("a.dxo")).expect("it is there");
        let ran = run(&folder, &compile);
        assert!(ran.code == 0 && ran.stderr.is_empty(), "{what}: {ran:?}");
        assert_eq!(folder.read("a.dxo"), object, "{what}");
    }
}

#[test]
fn what_is_compiled_with_debug_information_does_not_say_where_it_is_written() {
    let folder = Folder::new("no-output-path");
    folder.file("a.hlsl", SHADER);
    std::fs::create_dir(folder.0.join("elsewhere")).expect("a folder");
    let compile = ["a.hlsl", "-T", "cs_6_0", "-Zi", "-Qembed_debug", "-Fc"];
    assert_eq!(run(&folder, &[&compile[..], &["1.txt", "-Fo", "a.dxo"]].concat()).code, 0);
    assert_eq!(run(&folder, &[&compile[..], &["elsewhere/2.txt", "-Foelsewhere/b.dxo"]].concat()).code, 0);
    assert_eq!(folder.read("a.dxo"), folder.read("elsewhere/b.dxo"));
}
