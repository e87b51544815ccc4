//! Each paragraph of the draft of HLSL's specification that a program can show is followed, or DXC is where the case says so.

use dxc_oracle::newer_oracle;
use hlslc_runtime_tests::clauses::{all, by_dxc, by_hlslc};

#[test]
fn clauses_are_followed_as_their_cases_say() {
    let cases = all().expect("the files of clauses");
    assert!(cases.len() > 200, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let (verdict, said) = by_hlslc(case);
        if verdict != case.expected() {
            wrong.push(format!("{}: {verdict}\n{said}", case.place()));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
#[ignore = "needs DXC 1.9"]
fn what_clauses_say_of_dxc_is_what_it_does() {
    let dxc = newer_oracle();
    let mut wrong = Vec::new();
    for case in all().expect("the files of clauses") {
        let (verdict, said) = by_dxc(&dxc, &case);
        if verdict != case.dxc {
            wrong.push(format!("{}: {verdict}\n{said}", case.place()));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
