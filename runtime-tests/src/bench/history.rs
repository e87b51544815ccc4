//! Reads and extends the means of earlier runs: a JSON list with an entry for each run.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::{Results, summary};

/// Adds this run; gives all, this one last.
pub fn add(path: &Path, label: &str, results: &Results) -> Result<Vec<Value>, String> {
    let reported = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let mut all: Vec<Value> = match std::fs::read_to_string(path) {
        Ok(text) => serde_json::from_str(&text).map_err(|error| reported(&error))?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(reported(&error)),
    };
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let exponents: Value =
        results.climbs.iter().map(|climb| (climb.name.to_owned(), json!(climb.exponent(0)))).collect();
    all.push(json!({ "label": label, "time": seconds, "levels": summary::as_json(results), "exponents": exponents }));
    std::fs::write(path, format!("{:#}\n", json!(all))).map_err(|error| reported(&error))?;
    Ok(all)
}
