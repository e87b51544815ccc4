//! Writes packages for Debian: the format of deb(5), version 2.0.
//!
//! Input: the files of the package and what is said of it. Output: the bytes of an `ar` archive with the control files and the data.

use std::fmt::Write as _;

use md5::{Digest as _, Md5};

use super::Facts;
use super::facts::{MAINTAINER, NAME, SUMMARY};
use super::pack::{Node, Tree, ar, civil, gzip, tar_gz};

/// The description after its first line: a blank before each line.
const DESCRIPTION: &str = " hlslc compiles HLSL to containers with DXIL, which Direct3D 12 loads, and to
 SPIR-V for Vulkan. It takes the command line of dxc, interprets compute
 shaders, formats and rewrites sources, and serves editors by the protocols
 of language servers and debug adapters.
";

/// The package with the command, for a processor as Debian calls it.
pub fn deb(facts: &Facts, architecture: &str, program: &[u8]) -> Result<Vec<u8>, String> {
    let tree = tree(facts, program);
    let mut sums = String::new();
    let mut bytes = 0;
    for (path, node) in tree.entries() {
        let Node::File { bytes: contents, .. } = node else { continue };
        let sum = Md5::digest(contents).iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        });
        let _ = writeln!(sums, "{sum}  {path}");
        bytes += contents.len();
    }
    let control = format!(
        "Package: {NAME}\nVersion: {}\nArchitecture: {architecture}\nMaintainer: {MAINTAINER}\nInstalled-Size: {}\nSection: devel\n\
         Priority: optional\nHomepage: {}\nDescription: {SUMMARY}\n{DESCRIPTION}",
        version(&facts.version),
        bytes.div_ceil(1024),
        facts.repository,
    );
    let control = Tree::default().file("./control", control).file("./md5sums", sums);
    let data = tree.under(".");
    Ok(ar(
        &[
            ("debian-binary", b"2.0\n".to_vec()),
            ("control.tar.gz", tar_gz(&control, facts.time)?),
            ("data.tar.gz", tar_gz(&data, facts.time)?),
        ],
        facts.time,
    ))
}

/// A version in Debian's order, where a tilde is before the end: `1.0.0-rc.1` comes before `1.0.0`.
pub fn version(version: &str) -> String {
    format!("{}-1", version.replace('-', "~"))
}

fn tree(facts: &Facts, program: &[u8]) -> Tree {
    let doc = format!("usr/share/doc/{NAME}");
    Tree::default()
        .program("usr/bin/hlslc", program)
        .file("usr/share/man/man1/hlslc.1.gz", gzip(facts.manual.as_bytes()))
        .file("usr/share/bash-completion/completions/hlslc", facts.completion("bash"))
        .file("usr/share/zsh/vendor-completions/_hlslc", facts.completion("zsh"))
        .file("usr/share/fish/vendor_completions.d/hlslc.fish", facts.completion("fish"))
        // On purpose: the program runs beside any C library.
        .file("usr/share/lintian/overrides/hlslc", "hlslc: statically-linked-binary [usr/bin/hlslc]\n")
        .file(&format!("{doc}/copyright"), copyright(facts))
        .file(&format!("{doc}/changelog.Debian.gz"), gzip(changelog(facts).as_bytes()))
        .file(&format!("{doc}/third-party-licences.txt.gz"), gzip(facts.third_party.as_bytes()))
}

/// The licence in the form of DEP 5.
fn copyright(facts: &Facts) -> String {
    let mit = facts.licences.iter().find(|row| row.0 == "LICENSE-MIT").map_or("", |row| &row.1);
    let lines = mit.lines().map(|line| if line.trim().is_empty() { " .".to_owned() } else { format!(" {line}") });
    format!(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: {NAME}\nSource: {}\n\nFiles: *\n\
         Copyright: The hlslc authors\nLicense: Expat or Apache-2.0\nComment: The licences of what is linked are in\n \
         /usr/share/doc/{NAME}/third-party-licences.txt.gz.\n\nLicense: Expat\n{}\n\nLicense: Apache-2.0\n On Debian systems this licence is in\n \
         /usr/share/common-licenses/Apache-2.0.\n",
        facts.repository,
        lines.collect::<Vec<_>>().join("\n"),
    )
}

fn changelog(facts: &Facts) -> String {
    const WEEK: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (days, rest) = (facts.time / 86400, facts.time % 86400);
    let (year, month, day) = civil(days);
    format!(
        "{NAME} ({}) unstable; urgency=medium\n\n  * Release {}.\n\n -- {MAINTAINER}  {}, {day:02} {} {year} {:02}:{:02}:{:02} +0000\n",
        version(&facts.version),
        facts.version,
        WEEK[(days % 7) as usize],
        MONTHS[month as usize - 1],
        rest / 3600,
        rest / 60 % 60,
        rest % 60,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_candidate_comes_before_its_release() {
        assert_eq!((version("1.0.0"), version("1.0.0-rc.1")), ("1.0.0-1".to_owned(), "1.0.0~rc.1-1".to_owned()));
    }

    #[test]
    fn a_package_has_its_three_members_in_order() {
        let facts = Facts { time: 20786 * 86400, ..crate::release::artefacts::tests::facts() };
        let made = deb(&facts, "amd64", b"program").unwrap();
        let text = String::from_utf8_lossy(&made);
        let places: Vec<_> =
            ["debian-binary", "control.tar.gz", "data.tar.gz"].map(|name| text.find(name)).into_iter().collect();
        assert!(places.is_sorted() && places[0] == Some(8), "{places:?}");
        assert_eq!(made, deb(&facts, "amd64", b"program").unwrap());
        assert!(changelog(&facts).ends_with("Sun, 29 Nov 2026 00:00:00 +0000\n"));
    }

    #[test]
    fn each_line_of_the_control_file_is_a_field_or_goes_on() {
        assert!(DESCRIPTION.lines().all(|line| line.starts_with(' ') && line.len() <= 80));
        assert!(SUMMARY.len() < 80 && !SUMMARY.ends_with('.'));
    }
}
