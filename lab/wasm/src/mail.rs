//! Reads and writes requests and answers.
//!
//! A letter is JSON and bytes apart from it: the length of the JSON in four bytes, the least first, the JSON, and for each piece of
//! bytes its length and the bytes. The JSON of a request is `{"method": …, "args": …}`; that of an answer is what the method says,
//! and `{"fault": …}` if it cannot be answered.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A request.
#[derive(Clone, Debug)]
pub struct Request {
    /// The method.
    pub method: String,
    /// Its arguments.
    pub args: Value,
    /// Bytes apart from the arguments.
    pub blobs: Vec<Vec<u8>>,
}

impl Request {
    /// A request without bytes apart.
    pub fn new(method: &str, args: Value) -> Self {
        Self { method: method.to_owned(), args, blobs: Vec::new() }
    }

    /// Reads one.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let (mut json, blobs) = Self::read_parts(bytes)?;
        let Some(method) = json["method"].as_str().map(str::to_owned) else {
            return Err("a request names a method".to_owned());
        };
        Ok(Self { method, args: json["args"].take(), blobs })
    }

    /// The parts of a letter.
    pub fn read_parts(bytes: &[u8]) -> Result<(Value, Vec<Vec<u8>>), String> {
        let (json, mut rest) = part(bytes)?;
        let json = serde_json::from_slice(json).map_err(|error| format!("the letter is no JSON: {error}"))?;
        let mut blobs = Vec::new();
        while !rest.is_empty() {
            let (blob, after) = part(rest)?;
            blobs.push(blob.to_vec());
            rest = after;
        }
        Ok((json, blobs))
    }

    /// The arguments as a type of their own.
    pub fn args<T: DeserializeOwned>(&self) -> Result<T, String> {
        T::deserialize(&self.args).map_err(|error| format!("`{}`: {error}", self.method))
    }

    /// Its bytes.
    pub fn write(&self) -> Vec<u8> {
        written(&json!({ "method": self.method, "args": self.args }), &self.blobs)
    }
}

/// An answer.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// What the method says.
    pub json: Value,
    /// Bytes apart from that.
    pub blobs: Vec<Vec<u8>>,
}

impl Answer {
    /// An answer without bytes apart.
    pub fn of(said: impl Serialize) -> Self {
        Self { json: serde_json::to_value(said).unwrap_or_default(), blobs: Vec::new() }
    }

    /// The same with one more piece of bytes.
    pub fn with(mut self, blob: Vec<u8>) -> Self {
        self.blobs.push(blob);
        self
    }

    /// Why there is no answer.
    pub fn fault(why: &str) -> Self {
        Self::of(json!({ "fault": why }))
    }

    /// Its bytes.
    pub fn write(&self) -> Vec<u8> {
        written(&self.json, &self.blobs)
    }
}

fn written(json: &Value, blobs: &[Vec<u8>]) -> Vec<u8> {
    let mut out = framed(json.to_string().into_bytes());
    for blob in blobs {
        out.extend((blob.len() as u32).to_le_bytes());
        out.extend(blob);
    }
    out
}

/// Bytes with their length before them.
pub fn framed(bytes: Vec<u8>) -> Vec<u8> {
    [&(bytes.len() as u32).to_le_bytes(), bytes.as_slice()].concat()
}

/// Takes the bytes after their length, and the rest.
fn part(bytes: &[u8]) -> Result<(&[u8], &[u8]), String> {
    let parts = bytes.split_first_chunk::<4>();
    let parts = parts.and_then(|(length, rest)| rest.split_at_checked(u32::from_le_bytes(*length) as usize));
    parts.ok_or_else(|| "the letter ends too early".to_owned())
}
