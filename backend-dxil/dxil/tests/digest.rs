//! Tests the container digest against known answers.

use dxil::container::Digest;

#[test]
fn known_answers() {
    let counting: Vec<u8> = (0..=255).collect();
    let cases: [(&[u8], &str); 9] = [
        (b"", "140d60f6b775e2ba4e4abed401b2e9a1"),
        (b"abc", "fbf0ffb01d1f9d12864dff8830d1b4a3"),
        (&[b'a'; 55], "f979840fe348e7c4c941bcd3981d64aa"),
        (&[b'a'; 56], "7d6225a164b12eea0af60115a6279783"),
        (&[b'a'; 60], "d9e4e6ec3dc80769573d63158f54cd33"),
        (&[b'a'; 63], "f61575c47c970ebb9f3c727fa34ac9b1"),
        (&[b'a'; 64], "05ff5ba08392b825f860a7ae74f148a9"),
        (&counting[..200], "4f00219611b1e112f7e7cbd15d64269a"),
        (&counting, "8db0a276034cdcce2ae9c2baa26e2d50"),
    ];
    for (message, expected) in cases {
        assert_eq!(Digest::of(message).to_string(), expected, "{} bytes", message.len());
    }
}
