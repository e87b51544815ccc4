//! Runs DXC in a process of its own, so that the caller survives its crashes.
//!
//! DXC 1.7 ends the process now and then while it compiles many programs in one, at other programs each time. [`Apart`] starts a
//! process that answers ([`answer`]), asks it, and begins with another one if it ends; what is asked thrice without an answer is
//! rejected. Requests and answers are lists of texts, each with its length before it.

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::{CompileOutput, CompileRequest, Dxc};

/// What compiles as DXC does.
pub trait Compile {
    /// Compiles.
    fn compile(&self, request: &CompileRequest) -> CompileOutput;
}

impl Compile for Dxc {
    fn compile(&self, request: &CompileRequest) -> CompileOutput {
        Self::compile(self, request)
    }
}

/// How often something is asked.
const TRIES: u32 = 3;

/// DXC in another process.
#[derive(Debug)]
pub struct Apart {
    program: PathBuf,
    args: Vec<OsString>,
    running: RefCell<Option<Running>>,
}

#[derive(Debug)]
struct Running {
    child: Child,
    to: BufWriter<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It has ended, or is not to be heard of again.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    fn ask(&mut self, request: &[Vec<u8>]) -> io::Result<Vec<Vec<u8>>> {
        write_texts(&mut self.to, request)?;
        self.to.flush()?;
        read_texts(&mut self.from)
    }
}

impl Apart {
    /// A process that is started with these arguments, and calls [`answer`].
    pub fn new<A: Into<OsString>>(program: impl Into<PathBuf>, args: impl IntoIterator<Item = A>) -> Self {
        let args = args.into_iter().map(Into::into).collect();
        Self { program: program.into(), args, running: RefCell::new(None) }
    }

    fn start(&self) -> io::Result<Running> {
        let mut command = Command::new(&self.program);
        command.args(&self.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(to), Some(from)) => Ok(Running { child, to: BufWriter::new(to), from: BufReader::new(from) }),
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn ask(&self, request: &[Vec<u8>]) -> io::Result<Vec<Vec<u8>>> {
        let mut running = self.running.borrow_mut();
        let process = match &mut *running {
            Some(process) => process,
            none => none.insert(self.start()?),
        };
        let answer = process.ask(request);
        if answer.is_err() {
            *running = None;
        }
        answer
    }
}

impl Compile for Apart {
    fn compile(&self, request: &CompileRequest) -> CompileOutput {
        let request = to_texts(request);
        let mut why = String::new();
        for _ in 0..TRIES {
            match self.ask(&request).and_then(|texts| output_of(texts).ok_or(io::ErrorKind::InvalidData.into())) {
                Ok(output) => return output,
                Err(error) => why = error.to_string(),
            }
        }
        CompileOutput { diagnostics: format!("DXC has ended {TRIES} times at this: {why}"), ..CompileOutput::default() }
    }
}

/// Answers what is asked on one side on the other, until nothing more is asked.
pub fn answer(dxc: &Dxc, from: impl Read, to: impl Write) -> io::Result<()> {
    let (mut from, mut to) = (BufReader::new(from), BufWriter::new(to));
    loop {
        let texts = match read_texts(&mut from) {
            Ok(texts) => texts,
            Err(end) if end.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            Err(error) => return Err(error),
        };
        let strings: Result<Vec<String>, _> = texts.into_iter().map(String::from_utf8).collect();
        let strings = strings.map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
        let request = request_of(&strings).ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))?;
        let CompileOutput { ok, object, debug_file, diagnostics } = dxc.compile(&request);
        write_texts(&mut to, &[vec![u8::from(ok)], object, debug_file, diagnostics.into_bytes()])?;
        to.flush()?;
    }
}

fn to_texts(request: &CompileRequest) -> Vec<Vec<u8>> {
    let head = [request.source, request.name, request.entry, request.target].map(str::to_owned);
    let includes = request.includes.iter().flat_map(|(name, text)| [name.clone(), text.clone()]);
    let all = head.into_iter().chain([request.args.len().to_string()]).chain(request.args.iter().cloned());
    all.chain(includes).map(String::into_bytes).collect()
}

fn request_of(texts: &[String]) -> Option<CompileRequest<'_>> {
    let (head, rest) = texts.split_at_checked(5)?;
    let (args, includes) = rest.split_at_checked(head[4].parse().ok()?)?;
    let includes = includes.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone()));
    Some(CompileRequest {
        source: &head[0],
        name: &head[1],
        entry: &head[2],
        target: &head[3],
        args: args.to_vec(),
        includes: includes.collect(),
    })
}

fn output_of(texts: Vec<Vec<u8>>) -> Option<CompileOutput> {
    let [ok, object, debug_file, diagnostics] = <[Vec<u8>; 4]>::try_from(texts).ok()?;
    Some(CompileOutput { ok: ok == [1], object, debug_file, diagnostics: String::from_utf8(diagnostics).ok()? })
}

fn write_texts(to: &mut impl Write, texts: &[Vec<u8>]) -> io::Result<()> {
    let number = |count: usize| u32::try_from(count).map(u32::to_le_bytes).map_err(io::Error::other);
    to.write_all(&number(texts.len())?)?;
    for text in texts {
        to.write_all(&number(text.len())?)?;
        to.write_all(text)?;
    }
    Ok(())
}

fn read_texts(from: &mut impl Read) -> io::Result<Vec<Vec<u8>>> {
    let number = |from: &mut dyn Read| {
        let mut bytes = [0; 4];
        from.read_exact(&mut bytes).map(|()| u32::from_le_bytes(bytes))
    };
    let count = number(from)?;
    let text = |_| {
        let length = number(from)?;
        let mut text = Vec::new();
        Read::take(&mut *from, u64::from(length)).read_to_end(&mut text)?;
        if text.len() == length as usize { Ok(text) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    };
    (0..count).map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_the_same_on_the_other_side() {
        let request = CompileRequest {
            source: "void main() {}",
            target: "vs_6_0",
            args: vec!["-Od".into(), "-HV".into()],
            includes: [("a.h".to_owned(), "int a;".to_owned())].into(),
            ..CompileRequest::default()
        };
        let mut bytes = Vec::new();
        write_texts(&mut bytes, &to_texts(&request)).expect("memory can be written");
        let texts = read_texts(&mut bytes.as_slice()).expect("what was written can be read");
        let texts: Vec<String> = texts.into_iter().map(|text| String::from_utf8(text).expect("it was text")).collect();
        let back = request_of(&texts).expect("it was a request");
        assert_eq!(format!("{back:?}"), format!("{request:?}"));
        assert!(read_texts(&mut &bytes[..bytes.len() - 1]).is_err());
    }

    #[test]
    fn a_process_that_ends_is_a_refusal() {
        let output = Apart::new("false", [""; 0]).compile(&CompileRequest::default());
        assert!(!output.ok && output.diagnostics.starts_with("DXC has ended 3 times at this"), "{output:?}");
    }
}
