//! Tests that the same shader gives the same bytes: compiled twice, and on several threads at once.

use hlslc_runtime_tests::case::Case;
use hlslc_runtime_tests::compilers::{Form, Hlslc, ShaderCompiler};
use hlslc_runtime_tests::suite;

const FORMS: [Form; 2] = [Form::Dxil(dxc_oracle::AGREED_VALIDATOR), Form::Spirv];

fn cases() -> Vec<Case> {
    let entries = suite::all().expect("the suite is readable");
    entries.into_iter().map(|entry| entry.case.expect("the suite's heads are right")).collect()
}

/// What hlslc makes of every case in both forms; its messages where it makes nothing.
fn compile_all(cases: &[Case]) -> Vec<Result<Vec<u8>, String>> {
    cases.iter().flat_map(|case| FORMS.map(|form| Hlslc.compile(case, form))).collect()
}

#[test]
fn twice_gives_the_same_bytes() {
    let cases = cases();
    let outputs = compile_all(&cases);
    assert!(outputs.iter().any(Result::is_ok), "nothing compiles");
    assert!(outputs == compile_all(&cases));
}

#[test]
fn threads_at_once_give_the_same_bytes() {
    let cases = cases();
    let outputs: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(|| compile_all(&cases))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(outputs.windows(2).all(|pair| pair[0] == pair[1]));
}
