//! Measures one shader at one level with both compilers, and explains code of hlslc that is much longer.

use std::time::Duration;

use dxc_oracle::Dxc;
use hlslc_runtime_tests::excess::{Excess, NEEDS_REASON, explain};
use hlslc_runtime_tests::measured::{Compared, Made, Turns};
use hlslc_runtime_tests::shaders::{Loaded, Shader, validator_of};
use serde_json::{Value, json};

/// Turns for each level. Small shaders take many: after a few turns neither compiler has warmed up.
const TURNS: Turns = Turns { most: 60, long_enough: Duration::from_millis(150) };

/// What a worker keeps from job to job.
#[derive(Default)]
pub struct Tools(Option<Dxc>);

impl Tools {
    /// DXC, which is loaded when it is first asked for.
    pub fn dxc(&mut self) -> Result<&Dxc, String> {
        if self.0.is_none() {
            self.0 = Some(Dxc::load().map_err(|error| error.to_string())?);
        }
        self.0.as_ref().ok_or_else(|| "there is no DXC".to_owned())
    }
}

/// A shader at a level.
pub struct Row {
    /// What it is called.
    pub name: String,
    /// The option.
    pub level: String,
    /// hlslc's numbers, then DXC's.
    pub made: [Made; 2],
    /// Why hlslc's code is longer, where that needs a reason.
    pub excess: Option<Excess>,
}

impl Compared for &Row {
    fn name(&self) -> &str {
        &self.name
    }
    fn numbers(&self) -> [&Made; 2] {
        [&self.made[0], &self.made[1]]
    }
}

/// The rows of a level.
pub fn of_level<'a>(rows: &'a [Row], level: &str) -> Vec<&'a Row> {
    rows.iter().filter(|row| row.level == level).collect()
}

/// The words of a list.
pub fn words(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The shader of a job.
pub fn loaded(job: &Value) -> Result<Loaded, String> {
    Shader::from_json(&job["shader"]).ok_or("a job without a shader")?.read()
}

/// Compiles in turns with both, at each level.
pub fn measure(tools: &mut Tools, job: &Value) -> Result<Value, String> {
    let (dxc, shader, with) = (tools.dxc()?, loaded(job)?, words(&job["with"]));
    let mut rows = Vec::new();
    for level in words(&job["levels"]) {
        let more: Vec<&str> = with.iter().copied().chain([level]).collect();
        let pair = TURNS.pair(dxc, &shader, validator_of(dxc), &more)?;
        let made = |at: usize| Made::of(&pair[at].0).map(|made| Made { seconds: pair[at].1, ..made });
        let (ours, theirs) = (made(0)?, made(1)?);
        let mut row = json!({ "level": level, "hlslc": ours.to_json(), "dxc": theirs.to_json() });
        if ours.instructions as f64 > NEEDS_REASON * theirs.instructions as f64 {
            let excess = explain(&pair[0].0, &pair[1].0)?;
            row["excess"] = json!({ "explained": excess.is_explained, "reason": excess.reason });
        }
        rows.push(row);
    }
    Ok(json!({ "rows": rows }))
}

impl Row {
    /// The rows that a worker measured.
    pub fn all_of(shader: &Shader, answer: &Value) -> Result<Vec<Self>, String> {
        if let Some(why) = answer["error"].as_str() {
            return Err(why.to_owned());
        }
        let one = |row: &Value| {
            let excess = row["excess"]["reason"].as_str().map(|reason| Excess {
                is_explained: row["excess"]["explained"].as_bool().unwrap_or(false),
                reason: reason.to_owned(),
            });
            Some(Self {
                name: shader.name.clone(),
                level: row["level"].as_str()?.to_owned(),
                made: [Made::from_json(&row["hlslc"])?, Made::from_json(&row["dxc"])?],
                excess,
            })
        };
        let rows = answer["rows"].as_array().ok_or("no answer")?;
        rows.iter().map(|row| one(row).ok_or_else(|| format!("no row: {row}"))).collect()
    }

    /// As reports keep it.
    pub fn to_json(&self) -> Value {
        let [ours, theirs] = &self.made;
        let reason = self.excess.as_ref().map(|excess| excess.reason.as_str());
        json!({ "name": self.name, "level": self.level, "hlslc": ours.to_json(), "dxc": theirs.to_json(), "reason": reason })
    }
}
