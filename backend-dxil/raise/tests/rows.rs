//! Every operation of DXIL has a row that raises it, or a reason why not.

use dxil::optable::Op;
use hlslc_dxil_raise::raised_by_row;

#[test]
fn every_operation_is_raised() {
    let missing: Vec<&str> = Op::ALL.iter().filter(|&&op| !raised_by_row(op)).map(|op| op.info().name).collect();
    assert_eq!(missing, Vec::<&str>::new());
}
