//! Reads where a server is and how it is spoken to: from words of a command line and from the environment.

use std::time::Duration;

/// An option: its name, its variable in the environment, what its value is called, and what it means.
pub type Row = (&'static str, &'static str, &'static str, &'static str);

/// Every option.
pub const OPTIONS: &[Row] = &[
    (
        "remote",
        "HLSLC_REMOTE",
        "URL",
        "Take results from the cache of this server, and run there what it does not have",
    ),
    (
        "remote-cache",
        "HLSLC_REMOTE_CACHE",
        "URL",
        "Take results from the cache of this server, and compile here what it does not have",
    ),
    ("remote-instance", "HLSLC_REMOTE_INSTANCE", "NAME", "The instance of the server"),
    (
        "remote-property",
        "HLSLC_REMOTE_PROPERTIES",
        "NAME=VALUE",
        "What a worker must be; may be given more than once. In the environment with commas between them",
    ),
    ("remote-program", "HLSLC_REMOTE_PROGRAM", "FILE", "The hlslc that workers run; this one if none is given"),
    ("remote-timeout", "HLSLC_REMOTE_TIMEOUT", "SECONDS", "How long an action may take, 60"),
    ("remote-retries", "HLSLC_REMOTE_RETRIES", "N", "How often what failed on the way is tried again, 4"),
    ("remote-jobs", "HLSLC_REMOTE_JOBS", "N", "How many actions are asked for at once, 32"),
    (
        "remote-header",
        "HLSLC_REMOTE_HEADERS",
        "NAME=VALUE",
        "A header of every request; may be given more than once. In the environment with commas between them",
    ),
    (
        "remote-token-file",
        "HLSLC_REMOTE_TOKEN_FILE",
        "FILE",
        "A file with the bearer token of every request; HLSLC_REMOTE_TOKEN is the token itself",
    ),
    (
        "remote-roots",
        "HLSLC_REMOTE_ROOTS",
        "FILE",
        "Certificates in PEM that a server is trusted by, rather than those of the system",
    ),
];

/// The variable with a token, which is no option: others can see a command line.
pub const TOKEN: &str = "HLSLC_REMOTE_TOKEN";

/// Where a server is, and how it is spoken to.
#[derive(Clone, PartialEq, Eq)]
pub struct Settings {
    /// Its address: `grpc://host:port`, or `grpcs://` for TLS.
    pub url: String,
    /// Whether it runs actions, rather than having results alone.
    pub executes: bool,
    /// The instance.
    pub instance: String,
    /// What a worker must be.
    pub platform: Vec<(String, String)>,
    /// The program that workers run, if it is not the one that asks.
    pub program: Option<String>,
    /// How long an action may take, if that was said.
    pub timeout: Option<Duration>,
    /// How often a call that failed on the way is tried again.
    pub retries: u32,
    /// How many actions are asked for at once.
    pub jobs: usize,
    /// Headers of every request.
    pub headers: Vec<(String, String)>,
    /// The bearer token.
    pub token: Option<String>,
    /// Certificates in PEM.
    pub roots: Option<String>,
}

/// Without what is secret.
impl std::fmt::Debug for Settings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Settings").field("url", &self.url).field("instance", &self.instance).finish_non_exhaustive()
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            url: String::new(),
            executes: false,
            instance: String::new(),
            platform: Vec::new(),
            program: None,
            timeout: None,
            retries: 4,
            jobs: 32,
            headers: Vec::new(),
            token: None,
            roots: None,
        }
    }
}

/// How long an action may take if nothing is said.
pub const TIMEOUT: Duration = Duration::from_mins(1);

impl Settings {
    /// Takes the options of a server out of the words of a command line. None if there is no server. `variable` gives variables of the
    /// environment, which options override; `read` reads files.
    pub fn take(
        words: &mut Vec<String>,
        variable: &dyn Fn(&str) -> Option<String>,
        read: &dyn Fn(&str) -> Result<String, String>,
    ) -> Result<Option<Self>, String> {
        let mut given: Vec<(&'static str, String)> = Vec::new();
        let mut rest = Vec::with_capacity(words.len());
        let mut all = std::mem::take(words).into_iter();
        while let Some(word) = all.next() {
            // What comes after `--` is for something else.
            if word == "--" {
                rest.push(word);
                rest.extend(all.by_ref());
                break;
            }
            let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-')).unwrap_or("");
            let (name, joined) =
                name.split_once('=').map_or((name, None), |(name, value)| (name, Some(value.to_owned())));
            let Some((known, ..)) = OPTIONS.iter().find(|row| row.0 == name) else {
                rest.push(word);
                continue;
            };
            let value = joined.or_else(|| all.next()).ok_or_else(|| format!("`{word}` needs a value"))?;
            given.push((known, value));
        }
        *words = rest;
        for (name, of_environment, ..) in OPTIONS {
            let is_given = given.iter().any(|(known, _)| known == name)
                || matches!(*name, "remote" | "remote-cache")
                    && given.iter().any(|(known, _)| matches!(*known, "remote" | "remote-cache"));
            if let Some(value) = variable(of_environment).filter(|value| !value.is_empty() && !is_given) {
                let is_list = matches!(*name, "remote-property" | "remote-header");
                let values: Vec<&str> = if is_list { value.split(',').collect() } else { vec![value.as_str()] };
                given.extend(values.into_iter().map(|value| (*name, value.to_owned())));
            }
        }
        let mut settings = Self { token: variable(TOKEN).filter(|token| !token.is_empty()), ..Self::default() };
        for (name, value) in given {
            settings.set(name, value, read)?;
        }
        Ok((!settings.url.is_empty()).then_some(settings))
    }

    fn set(&mut self, name: &str, value: String, read: &dyn Fn(&str) -> Result<String, String>) -> Result<(), String> {
        let number = |value: &str| value.parse::<u32>().map_err(|_| format!("`--{name} {value}`: this is no number"));
        let pair = |value: &str| {
            let pair = value.split_once('=').filter(|pair| !pair.0.is_empty());
            let pair = pair.map(|(name, value)| (name.to_owned(), value.to_owned()));
            pair.ok_or_else(|| format!("`--{name} {value}`: this is no NAME=VALUE"))
        };
        let file = |value: &str| read(value).map_err(|why| format!("`--{name} {value}`: {why}"));
        match name {
            "remote" | "remote-cache" => {
                let is_executing = name == "remote";
                if !self.url.is_empty() && self.executes != is_executing {
                    return Err("`--remote` has a cache already: leave out `--remote-cache`".to_owned());
                }
                (self.url, self.executes) = (address(&value)?, is_executing);
            }
            "remote-instance" => self.instance = value,
            "remote-property" => self.platform.push(pair(&value)?),
            "remote-program" => self.program = Some(value),
            "remote-timeout" => self.timeout = Some(Duration::from_secs(u64::from(number(&value)?.max(1)))),
            "remote-retries" => self.retries = number(&value)?,
            "remote-jobs" => self.jobs = number(&value)?.clamp(1, 1024) as usize,
            "remote-header" => self.headers.push(pair(&value)?),
            "remote-token-file" => self.token = Some(file(&value)?.trim().to_owned()),
            "remote-roots" => self.roots = Some(file(&value)?),
            _ => return Err(format!("there is no option `--{name}`")),
        }
        Ok(())
    }

    /// Whether the connection is encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.url.starts_with("https://")
    }

    /// How long an action may take.
    pub fn time(&self) -> Duration {
        self.timeout.unwrap_or(TIMEOUT)
    }
}

/// The address of a server as HTTP/2 has it.
fn address(url: &str) -> Result<String, String> {
    let (scheme, place) = url.split_once("://").unwrap_or(("grpc", url));
    let scheme = match scheme {
        "grpc" | "http" => "http",
        "grpcs" | "https" => "https",
        _ => return Err(format!("`{url}`: a server is named as grpc://HOST:PORT or grpcs://HOST:PORT")),
    };
    let place = place.trim_end_matches('/');
    if place.is_empty() || place.contains(['/', ' ']) {
        return Err(format!("`{url}`: a server is named as grpc://HOST:PORT or grpcs://HOST:PORT"));
    }
    Ok(format!("{scheme}://{place}"))
}
