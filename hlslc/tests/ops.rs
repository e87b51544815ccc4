//! Tests the command `hlslc ops`, and the chapter that it prints.

use crate::support::Folder;
use std::path::Path;

/// Where the table begins in its chapter; nothing follows it.
const BEGIN: &str = "<!-- operations: made by the test ops; UPDATE_BOOK=1 writes it anew -->\n";

fn ops(args: &[&str]) -> Result<String, String> {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    hlslc::ops::command(&args).map(|answer| answer.text)
}

#[test]
fn the_chapter_of_operations_is_what_the_command_prints() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/18-dxil-operations.md");
    let text = std::fs::read_to_string(&path).expect("the chapter");
    let head = text.split_once(BEGIN).expect("a place for the table").0;
    let fresh = format!("{head}{BEGIN}\n{}", ops(&["--markdown"]).expect("a table"));
    if std::env::var_os("UPDATE_BOOK").is_some() {
        std::fs::write(&path, &fresh).expect("the chapter is written");
    } else {
        assert!(text == fresh, "the table of operations is out of date; UPDATE_BOOK=1 writes it anew");
    }
}

#[test]
fn an_operation_is_found_by_each_of_its_names() {
    for name in ["SampleCmpBias", "samplecmpbias", "255", "sampleCmpBias", "resource.samplecmpbias"] {
        assert!(ops(&[name]).expect("it is known").starts_with("SampleCmpBias = 255\n"), "{name}");
    }
    let of_derivatives = ops(&["fwidth"]).expect("it is known");
    let found: Vec<&str> = of_derivatives.lines().filter(|line| line.contains(" = ")).collect();
    assert_eq!(found, ["FAbs = 6", "DerivCoarseX = 83", "DerivCoarseY = 84"]);
    assert_eq!(ops(&["nothing"]).unwrap_err(), "no operation of DXIL is or comes from `nothing`");
}

#[test]
fn a_version_shows_what_held_in_it() {
    let stages = |version: &str| {
        let text = ops(&["DerivFineY", "--dxil", version]).expect("it exists");
        text.lines().find_map(|line| line.trim().strip_prefix("stages").map(|rest| rest.trim().to_owned()))
    };
    assert_eq!(stages("1.0").as_deref(), Some("pixel library"));
    assert_eq!(stages("1.6").as_deref(), Some("pixel compute amplification mesh library"));
    assert_eq!(ops(&["CreateHandle", "--dxil", "1.6"]).unwrap_err(), "DXIL 1.6 has no such operation");
    assert!(ops(&["--dxil", "2.0"]).unwrap_err().contains("1.0 to 1.10"));
    let of_first = ops(&["--dxil", "1.0"]).expect("a list");
    assert!(of_first.lines().count() < ops(&[]).expect("a list").lines().count());
}

#[test]
fn the_command_lists_operations() {
    let ran = Folder::new("ops").run(&["ops", "Dot2AddHalf"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(ran.out, @r"
    Dot2AddHalf = 162
      Dot product of two halves each, added to a float.
      <overload> @dx.op.dot2AddHalf.<overload>(i32 162, <overload> acc, half ax, half ay, half bx, half by)
      overloads   1.4: f32
      stages      1.4: all
      attributes  1.4: readnone
      since       1.4
      from IR     dot2add.half
      from HLSL   dot2add
    ");
}
