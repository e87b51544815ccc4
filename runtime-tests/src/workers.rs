//! Runs work in separate processes, as compilers may crash or not terminate on an input.
//!
//! Input: jobs as JSON, and the command that does them: this program with arguments, which reads a job a line and answers each
//! with a line. Output: for each job the answer, or how its process ended. A process does one job after the other; one that ends
//! or takes too long is replaced, and the job is answered with that.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;

/// The key of an answer after which its process is of no more use: something in it never ends.
pub const SPENT: &str = "spent";

/// How work is done.
pub struct Workers<'a> {
    /// What makes this program a worker.
    pub command: &'a [String],
    /// Variables of the environment that it gets beside its own.
    pub variables: &'a [(&'a str, &'a str)],
    /// How many at a time.
    pub count: usize,
    /// How long one job may take.
    pub limit: Duration,
    /// Whether each job has a process of its own.
    pub is_fresh: bool,
}

impl Workers<'_> {
    /// Does jobs; `done` gets the number of each and its answer, in any order.
    pub fn run(&self, jobs: &[Value], done: &mut (dyn FnMut(usize, Result<Value, String>) + Send)) {
        let (next, done) = (AtomicUsize::new(0), Mutex::new(done));
        std::thread::scope(|scope| {
            for _ in 0..self.count.clamp(1, jobs.len().max(1)) {
                scope.spawn(|| {
                    let mut worker = None;
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(job) = jobs.get(at) else { break };
                        let answer = self.one(&mut worker, job);
                        done.lock().unwrap_or_else(PoisonError::into_inner)(at, answer);
                    }
                    if let Some(worker) = worker {
                        worker.end();
                    }
                });
            }
        });
    }

    fn one(&self, worker: &mut Option<Worker>, job: &Value) -> Result<Value, String> {
        let mut running = match worker.take() {
            Some(worker) => worker,
            None => Worker::start(self.command, self.variables)?,
        };
        let answer = running.ask(job, self.limit);
        match answer {
            Ok(line) => {
                let answer: Result<Value, String> =
                    serde_json::from_str(&line).map_err(|error| format!("no answer: {error}: {line}"));
                if answer.as_ref().is_ok_and(|answer| answer[SPENT] == true) {
                    running.kill();
                } else if self.is_fresh {
                    running.end();
                } else {
                    *worker = Some(running);
                }
                answer
            }
            Err(why) => Err(running.stopped(&why)),
        }
    }
}

/// Why there is no answer.
enum Silence {
    Ended,
    TooLong(Duration),
}

/// A process that waits for jobs.
struct Worker {
    child: Child,
    lines: Receiver<String>,
}

impl Worker {
    fn start(command: &[String], variables: &[(&str, &str)]) -> Result<Self, String> {
        let reported = |error: std::io::Error| format!("cannot start a process: {error}");
        let program = std::env::current_exe().map_err(reported)?;
        let mut child = Command::new(program)
            .args(command)
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(reported)?;
        let (send, lines) = channel();
        let out = child.stdout.take();
        // It ends with the process, whose standard output closes then.
        std::thread::spawn(move || {
            let lines = out.into_iter().flat_map(|out| BufReader::new(out).lines()).map_while(Result::ok);
            for line in lines {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, lines })
    }

    fn ask(&mut self, job: &Value, limit: Duration) -> Result<String, Silence> {
        let input = self.child.stdin.as_mut().ok_or(Silence::Ended)?;
        input.write_all(format!("{job}\n").as_bytes()).and_then(|()| input.flush()).map_err(|_| Silence::Ended)?;
        self.lines.recv_timeout(limit).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::TooLong(limit),
            RecvTimeoutError::Disconnected => Silence::Ended,
        })
    }

    /// What became of it, in words.
    fn stopped(mut self, why: &Silence) -> String {
        if let Silence::TooLong(limit) = why {
            self.kill();
            return format!("it did not end within {} s", limit.as_secs());
        }
        match self.child.wait() {
            Ok(status) => format!("the process ended with {status}"),
            Err(error) => format!("the process was lost: {error}"),
        }
    }

    fn kill(&mut self) {
        // One that ended in between is none to kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Without input it ends by itself.
    fn end(mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// The other side: answers each line of standard input with a line.
pub fn serve(mut answer: impl FnMut(&Value) -> Value) -> Result<usize, String> {
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let job = serde_json::from_str(&line).map_err(|error| format!("a job is no JSON: {error}"))?;
        let mut out = std::io::stdout().lock();
        let said = out.write_all(format!("{}\n", answer(&job)).as_bytes()).and_then(|()| out.flush());
        said.map_err(|error| error.to_string())?;
    }
    Ok(0)
}
