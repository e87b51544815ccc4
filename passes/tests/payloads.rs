//! What a shader hands on to the next, from IR text.

use crate::common::after;

/// What lies around the payload comes apart, and the payload is a variable of its own, however deep it lies.
#[test]
fn a_payload_inside_group_shared_structs_gets_a_variable_of_its_own() {
    insta::assert_snapshot!(after(
        &["split-payloads", "flatten-memory"],
        r#"
%Payload = type { [4 x i32] "first", float "second" }
%Inner = type { [2 x float] "before", %Payload "payload" }
%Outer = type { i32 "count", %Inner "inner" }
@s = groupshared global %Outer
define void @main() {
block0:
  %v1 = globaladdr[@s]
  %v2 = gep ptr(groupshared, %Outer) %v1, i32 0
  store ptr(groupshared, i32) %v2, i32 1
  %v3 = gep ptr(groupshared, %Outer) %v1, i32 1, i32 0, i32 1
  store ptr(groupshared, float) %v3, float 1.0
  %v4 = gep ptr(groupshared, %Outer) %v1, i32 1, i32 1, i32 0, i32 3
  store ptr(groupshared, i32) %v4, i32 2
  %v5 = gep ptr(groupshared, %Outer) %v1, i32 1, i32 1
  call void @dx.dispatchmesh(i32 1, i32 1, i32 1, ptr(groupshared, %Payload) %v5)
  ret void
}
entry "main" = @main "amplification" {
  numthreads 1 1 1
  payload 20
}"#
    ));
}
