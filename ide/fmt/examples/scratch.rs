//! Scratch.
use std::path::*;
fn walk(p: &Path, out: &mut Vec<PathBuf>) {
    if p.is_dir() {
        let mut v: Vec<_> = std::fs::read_dir(p).unwrap().map(|e| e.unwrap().path()).collect();
        v.sort();
        for c in v {
            walk(&c, out)
        }
    } else {
        out.push(p.into())
    }
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let style = hlslc_fmt::Style::default();
    if args[0] != "--measure" {
        let text = std::fs::read(&args[0]).unwrap();
        let text = String::from_utf8_lossy(&text);
        match hlslc_fmt::format(&text, &style) {
            Ok(t) => print!("{t}"),
            Err(e) => eprintln!("{e}"),
        }
        return;
    }
    let mut files = vec![];
    for a in &args[1..] {
        walk(Path::new(a), &mut files);
    }
    let (mut n, mut same, mut bad, mut unst, mut changed, mut lines, mut bytes) = (0, 0, 0, 0, 0, 0, 0);
    let start = std::time::Instant::now();
    let mut time = std::time::Duration::ZERO;
    for f in files {
        let Ok(text) = String::from_utf8(std::fs::read(&f).unwrap()) else {
            println!("utf8 {}", f.display());
            continue;
        };
        n += 1;
        bytes += text.len();
        let t = std::time::Instant::now();
        let once = std::panic::catch_unwind(|| hlslc_fmt::format(&text, &style));
        time += t.elapsed();
        if t.elapsed().as_millis() > 300 {
            println!("slow {} {} {:?}", f.display(), text.len(), t.elapsed());
        }
        let once = match once {
            Ok(Ok(o)) => o,
            Ok(Err(e)) => {
                bad += 1;
                println!("reject {}: {e}", f.display());
                continue;
            }
            Err(_) => {
                bad += 1;
                println!("panic {}", f.display());
                continue;
            }
        };
        if once == text {
            same += 1;
        }
        let a: std::collections::HashSet<&str> = once.lines().collect();
        lines += text.lines().count();
        changed += text.lines().filter(|l| !a.contains(l)).count();
        match hlslc_fmt::format(&once, &style) {
            Ok(t) if t == once => {}
            _ => {
                unst += 1;
                println!("unstable {}", f.display());
            }
        }
    }
    println!(
        "{n} files, {same} unchanged, {bad} rejected, {unst} unstable, {changed} of {lines} lines changed, {:.1} MB/s, {:?}",
        bytes as f64 / 1e6 / time.as_secs_f64(),
        start.elapsed()
    );
}
