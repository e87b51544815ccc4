//! Runs `dxc-oracle`, which fetches DXC into the user's cache, or states which one is used.

use std::process::ExitCode;

use dxc_oracle::{Dxc, fetch};

const USAGE: &str = "usage: dxc-oracle fetch   obtain DXC 1.7 and headers of 1.8 into the cache\n       dxc-oracle which   show the library in use";

fn main() -> ExitCode {
    let outcome = match std::env::args().nth(1).as_deref() {
        Some("fetch") => fetch::fetch().and_then(|library| {
            println!("{}", library.display());
            fetch::fetch_headers().map(|headers| println!("{}", headers.display()))
        }),
        Some("which") => Dxc::load().map_err(|error| error.to_string()).map(|dxc| match dxc.version() {
            Some((major, minor)) => println!("DXC {major}.{minor} at {}", dxc.library().display()),
            None => println!("DXC of unknown version at {}", dxc.library().display()),
        }),
        _ => Err(USAGE.to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
