//! How much memory this process has taken, where the system shows.

/// The most that this process had in memory so far, in bytes.
pub fn peak() -> Option<u64> {
    of_status("VmHWM:")
}

/// What it has there now.
pub fn now() -> Option<u64> {
    of_status("VmRSS:")
}

/// Linux counts both in kilobytes, a line each.
fn of_status(name: &str) -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_os = "linux")]
    fn the_peak_is_not_below_what_is_there() {
        let now = super::now().expect("Linux tells");
        assert!(super::peak().expect("Linux tells") >= now && now > 1 << 20);
    }
}
