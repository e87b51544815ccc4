//! Runs the command `xtask plots`, which writes the plots of `docs/measured` from the history of figures there.

use hlslc_runtime_tests::history;

/// Runs the command.
pub fn run(mut args: impl Iterator<Item = String>) -> Result<usize, String> {
    if let Some(arg) = args.next() {
        return Err(format!("there is no option `{arg}`"));
    }
    for (file, svg) in history::plots()? {
        let path = history::folder().join(&file);
        if std::fs::read_to_string(&path).is_ok_and(|old| old == svg) {
            println!("{file} is up to date");
            continue;
        }
        std::fs::write(&path, svg).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("{file} is new");
    }
    Ok(0)
}
