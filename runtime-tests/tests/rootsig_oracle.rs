//! Root signatures have DXC's bytes where they are valid, and are rejected where DXC rejects them.

#[path = "../../frontend/rootsig/tests/support/mod.rs"]
mod support;

use dxc_oracle::{CompileRequest, Dxc, oracle};
use hlslc_base::Span;
use hlslc_rootsig::{Version, binary};
use support::{Row, table};

/// The `RTS0` part that DXC makes of a text, or what it says against it.
fn dxc_rts0(dxc: &Dxc, text: &str, version: Version) -> Result<Vec<u8>, String> {
    let source = format!("#define RS \"{text}\"\n");
    let target = if version == Version::V1_0 { "rootsig_1_0" } else { "rootsig_1_1" };
    let output = dxc.compile(&CompileRequest { source: &source, entry: "RS", target, ..CompileRequest::default() });
    if !output.ok {
        return Err(output.diagnostics);
    }
    rts0_of(&output.object).map(<[u8]>::to_vec).ok_or_else(|| "no RTS0 part".to_owned())
}

/// Whether a row is marked as one that DXC accepts or rejects: any (`dxc-accepts`), or this release (`dxc-1.9-accepts`).
fn is_marked(row: &Row, dxc: &Dxc, does: &str) -> bool {
    let marks = [format!("dxc-{does}"), format!("dxc-{}-{does}", dxc.release().name())];
    row.marks.iter().any(|mark| marks.contains(mark))
}

/// The `RTS0` part of a container: looked up by hand, so that this test leans on nothing of ours.
fn rts0_of(container: &[u8]) -> Option<&[u8]> {
    let word = |at: usize| Some(u32::from_le_bytes(container.get(at..at + 4)?.try_into().ok()?) as usize);
    (0..word(28)?).find_map(|part| {
        let at = word(32 + 4 * part)?;
        let data = container.get(at + 8..at + 8 + word(at + 4)?)?;
        (container.get(at..at + 4)? == b"RTS0").then_some(data)
    })
}

fn ours(row: &Row, version: Version) -> Result<Vec<u8>, String> {
    let parsed = hlslc_rootsig_syntax::parse(&row.text, version, &|_| Span::NONE);
    parsed.signature.map(|signature| binary::write(&signature)).ok_or_else(|| format!("{:#?}", parsed.diagnostics))
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn valid_root_signatures_have_the_bytes_of_dxc() {
    let dxc = oracle();
    let mut compared = 0;
    let mut different = Vec::new();
    for row in table("valid") {
        for &version in row.versions.iter().filter(|version| **version <= Version::V1_1) {
            let (theirs, ours) = (dxc_rts0(&dxc, &row.text, version), ours(&row, version));
            // Releases between the two that are distinguished may take it already.
            if is_marked(&row, &dxc, "refuses") && theirs.is_err() {
                assert!(ours.is_ok(), "{} {version}: {ours:02x?}", row.name);
                continue;
            }
            if theirs != ours || ours.is_err() {
                different.push(format!("{} {version}\n  dxc  {theirs:02x?}\n  ours {ours:02x?}", row.name));
            }
            compared += 1;
        }
    }
    println!("{compared} root signatures compared");
    assert!(different.is_empty(), "{} of {compared} differ:\n{}", different.len(), different.join("\n"));
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn invalid_root_signatures_are_refused_by_dxc_too() {
    let dxc = oracle();
    let (mut rejected, mut exceptions) = (0, 0);
    let mut surprises = Vec::new();
    for row in ["invalid-syntax", "invalid-values", "invalid-rules"].into_iter().flat_map(table) {
        let accepts = is_marked(&row, &dxc, "accepts");
        for &version in row.versions.iter().filter(|version| **version <= Version::V1_1) {
            if dxc_rts0(&dxc, &row.text, version).is_ok() != accepts {
                surprises.push(format!("{} {version}: {}", row.name, row.text));
            }
            *(if accepts { &mut exceptions } else { &mut rejected }) += 1;
        }
    }
    println!("{rejected} refused by both, {exceptions} listed exceptions");
    assert!(surprises.is_empty(), "DXC thinks otherwise about\n{}", surprises.join("\n"));
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn what_is_listed_as_beyond_dxc_is_refused_by_it() {
    let dxc = oracle();
    for row in table("beyond-dxc") {
        let rejects = is_marked(&row, &dxc, "refuses");
        for &version in &row.versions {
            let theirs = dxc_rts0(&dxc, &row.text, version);
            assert_eq!(theirs.is_err(), rejects, "does DXC refuse {}: {}", row.name, row.text);
            // What a later release takes, it takes as we do.
            if let Ok(theirs) = theirs {
                assert_eq!(ours(&row, version), Ok(theirs), "{}: {}", row.name, row.text);
            }
        }
    }
}
