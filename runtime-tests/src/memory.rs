//! Measures the memory of this process, if the system reports it.

/// The most memory that this process has had so far, in bytes.
pub fn peak() -> Option<u64> {
    of_status("VmHWM:")
}

/// The memory that this process has now, in bytes.
pub fn now() -> Option<u64> {
    of_status("VmRSS:")
}

/// Reads a line of Linux's status file, whose unit is kilobytes.
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
