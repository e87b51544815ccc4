//! Answers the requests of the page: the compiler, its tables and its interpreter in one function. Without the feature `page` it only
//! compiles, for the package of npm.
//!
//! Input: a request, as bytes ([`mail`]): the name of a method, its arguments as JSON, and bytes apart from that. Output: an answer of
//! the same form. The methods are the rows of [`METHODS`], a file for each topic. [`respond`] is the whole of it; tests call it
//! natively, and the module of WebAssembly exports it as `room` and `answer`.
//!
//! What holds between: the answer follows from the requests of this [`Session`] up to it, and from nothing else; a request that
//! makes no sense is answered with what is wrong. A panic, which is a mistake of ours, ends as a message too: natively it is caught,
//! and in a module, where a panic traps, `last_words` gives its message. A module that has trapped is not called again.

#![warn(clippy::wildcard_enum_match_arm)]

mod border;
pub mod compile;
#[cfg(feature = "page")]
pub mod complete;
#[cfg(feature = "page")]
pub mod lessons;
pub mod mail;
#[cfg(feature = "page")]
pub mod run;
#[cfg(feature = "page")]
pub mod signature;
#[cfg(feature = "page")]
pub mod step;

pub use mail::{Answer, Request};

/// What is kept from one request to the next: a field for each topic that needs it.
#[derive(Debug, Default)]
pub struct Session {
    /// What is ready to be run.
    #[cfg(feature = "page")]
    pub run: run::State,
    /// What is stepped through.
    #[cfg(feature = "page")]
    pub step: step::State,
}

/// A method: its answer, or why there is none.
pub type Method = fn(&mut Session, &Request) -> Result<Answer, String>;

/// The methods by their names.
pub const METHODS: &[(&str, Method)] = &[
    ("about", compile::about),
    ("compile", compile::compile),
    ("reflect", compile::reflect),
    #[cfg(feature = "page")]
    ("explore", compile::explore),
    #[cfg(feature = "page")]
    ("document", lessons::document),
    #[cfg(feature = "page")]
    ("judge", lessons::judge),
    #[cfg(feature = "page")]
    ("lesson", lessons::lesson),
    #[cfg(feature = "page")]
    ("lessons", lessons::lessons),
    #[cfg(feature = "page")]
    ("signature", signature::signature),
    #[cfg(feature = "page")]
    ("step-start", step::start),
    #[cfg(feature = "page")]
    ("step-go", step::go),
    #[cfg(feature = "page")]
    ("step-more", step::more),
    #[cfg(feature = "page")]
    ("step-focus", step::focus),
    #[cfg(feature = "page")]
    ("step-pause", step::pause),
    #[cfg(feature = "page")]
    ("words", complete::words),
    #[cfg(feature = "page")]
    ("prepare", run::prepare),
    #[cfg(feature = "page")]
    ("bind", run::bind),
    #[cfg(feature = "page")]
    ("poke", run::poke),
    #[cfg(feature = "page")]
    ("dispatch", run::dispatch),
    #[cfg(feature = "page")]
    ("shade", run::shade),
];

/// Answers a request.
pub fn respond(session: &mut Session, request: &[u8]) -> Vec<u8> {
    let answer = hlslc::guard(|| {
        let request = Request::read(request)?;
        let row = METHODS.iter().find(|row| row.0 == request.method);
        let (_, method) = row.ok_or_else(|| format!("there is no method `{}`", request.method))?;
        method(session, &request)
    });
    let answer = match answer {
        Ok(answer) => answer,
        Err(message) => {
            // What it left half done is not used again.
            *session = Session::default();
            Err(format!("internal error: {message}"))
        }
    };
    answer.unwrap_or_else(|fault| Answer::fault(&fault)).write()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_without_sense_is_answered_with_what_is_wrong() {
        let mut session = Session::default();
        let said =
            |answer: Vec<u8>| Request::read_parts(&answer).map(|(json, _)| json["fault"].as_str().map(str::to_owned));
        for garbage in [&b""[..], b"\xff\xff\xff\xff", b"\x02\0\0\0{}", b"\x04\0\0\0null", b"\x02\0\0\0{}\x09\0\0\0"] {
            assert!(said(respond(&mut session, garbage)).unwrap().is_some(), "{garbage:?}");
        }
        let request = Request::new("nothing", serde_json::Value::Null);
        assert_eq!(said(respond(&mut session, &request.write())), Ok(Some("there is no method `nothing`".to_owned())));
    }

    #[test]
    fn methods_have_names_of_their_own() {
        let mut names: Vec<&str> = METHODS.iter().map(|row| row.0).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), METHODS.len());
    }
}
