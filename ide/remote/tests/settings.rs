//! Options of servers, from words and from the environment.

use hlslc_remote::Settings;
use std::time::Duration;

/// The settings of these words, and the words that are left.
fn take(words: &str, variables: &[(&str, &str)]) -> (Result<Option<Settings>, String>, String) {
    let mut words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    let variable = |name: &str| {
        let found = variables.iter().find(|variable| variable.0 == name);
        found.map(|variable| variable.1.to_owned())
    };
    let read = |path: &str| if path == "token" { Ok("secret\n".to_owned()) } else { Err("it is not there".to_owned()) };
    let found = Settings::take(&mut words, &variable, &read);
    (found, words.join(" "))
}

fn taken(words: &str, variables: &[(&str, &str)]) -> Settings {
    take(words, variables).0.expect("they are right").expect("there is a server")
}

#[test]
fn options_are_taken_out_of_a_command_line() {
    let (found, rest) =
        take("a.hlsl --remote grpc://host:1 -T ps_6_0 --remote-jobs=3 -remote-timeout 5 -- --remote-jobs 4", &[]);
    let found = found.expect("they are right").expect("there is a server");
    assert_eq!(rest, "a.hlsl -T ps_6_0 -- --remote-jobs 4");
    let expected = Settings {
        url: "http://host:1".to_owned(),
        executes: true,
        jobs: 3,
        timeout: Some(Duration::from_secs(5)),
        ..Settings::default()
    };
    assert!(found == expected, "{found:?}");
    assert_eq!(take("a.hlsl --remotely", &[]), (Ok(None), "a.hlsl --remotely".to_owned()));
}

#[test]
fn options_override_the_environment() {
    let variables = [
        ("HLSLC_REMOTE_CACHE", "grpcs://cache:2/"),
        ("HLSLC_REMOTE_PROPERTIES", "OSFamily=linux,pool=fast"),
        ("HLSLC_REMOTE_INSTANCE", "main"),
        ("HLSLC_REMOTE_TOKEN", "of the environment"),
    ];
    let found = taken("", &variables);
    assert!(found.is_encrypted() && !found.executes && found.url == "https://cache:2" && found.instance == "main");
    assert_eq!(found.platform.len(), 2);
    assert_eq!(found.token.as_deref(), Some("of the environment"));
    let found = taken("--remote host:3 --remote-property a=b --remote-token-file token", &variables);
    assert!(found.executes && found.url == "http://host:3" && found.instance == "main");
    assert_eq!(found.platform, [("a".to_owned(), "b".to_owned())]);
    assert_eq!(found.token.as_deref(), Some("secret"));
    assert!(!format!("{found:?}").contains("secret"));
}

#[test]
fn what_is_wrong_is_named() {
    for (words, why) in [
        ("--remote", "`--remote` needs a value"),
        ("--remote ftp://host", "`ftp://host`: a server is named as grpc://HOST:PORT or grpcs://HOST:PORT"),
        ("--remote grpc://", "`grpc://`: a server is named as grpc://HOST:PORT or grpcs://HOST:PORT"),
        ("--remote a:1 --remote-cache b:1", "`--remote` has a cache already: leave out `--remote-cache`"),
        ("--remote a:1 --remote-jobs many", "`--remote-jobs many`: this is no number"),
        ("--remote a:1 --remote-property fast", "`--remote-property fast`: this is no NAME=VALUE"),
        ("--remote a:1 --remote-roots missing", "`--remote-roots missing`: it is not there"),
    ] {
        assert_eq!(take(words, &[]).0.unwrap_err(), why, "{words}");
    }
}
