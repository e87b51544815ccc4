//! Constant evaluation: the constants that DXC evaluates, bit for bit.

use hlslc::options::{Emit, LanguageVersion};
use hlslc::{Compiler, NoIncludes, Options};

/// The numbers that `expressions` are stored as, in the words of the DXIL assembly.
fn stored(expressions: &[&str], language: LanguageVersion) -> Vec<String> {
    let stores: Vec<String> = expressions.iter().enumerate().map(|(at, text)| format!("o[{at}] = {text};")).collect();
    let stores = stores.join(" ");
    let source = format!("RWBuffer<float> o; [numthreads(1,1,1)] void main() {{ float3 v = 0; {stores}}}");
    let target = Some("cs_6_0".parse().expect("a profile"));
    let options = Options::default().with(|options| {
        options.target = target;
        options.language = language;
        options.emit = Emit::Dxil;
    });
    let output = Compiler::new(options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    assert!(output.is_ok(), "{}", output.render(hlslc::Style::Clang, false));
    let text = output.text.expect("the assembly");
    let stores = text.lines().filter(|line| line.contains("call void @dx.op.bufferStore.f32"));
    stores.map(|line| line.split(", float ").nth(1).expect("a component").to_owned()).collect()
}

const NAN: &str = "0x7FF8000000000000";

#[test]
fn nothing_has_a_direction_at_zero() {
    let found = stored(&["normalize(float3(0, 0, 0)).x", "normalize(v).y", "normalize(0.0f)"], LanguageVersion::V2021);
    assert_eq!(found, [NAN; 3]);
}

/// What is undefined becomes zero where another number is made of it, as in DXC.
#[test]
fn divisions_without_a_result_are_undefined_and_zero_as_floats() {
    let quotients = ["1 / 0", "1 % 0", "1u / 0u", "int(v.x) / 0", "int(0x80000000) / -1", "int(0x80000000) % -1"];
    assert_eq!(stored(&quotients, LanguageVersion::V2021), ["0.000000e+00"; 6]);
}

#[test]
fn whole_numbers_of_today_have_the_type_that_they_fit() {
    let sizes = ["2147483647", "2147483648", "0xF0000000", "0x100000000", "1l", "1u", "1ul", "5000000000u", "1ll"];
    let sizes = sizes.map(|number| format!("sizeof({number})"));
    let sizes: Vec<&str> = sizes.iter().map(String::as_str).collect();
    let (four, eight) = ("4.000000e+00", "8.000000e+00");
    let found = stored(&sizes, LanguageVersion::V202X);
    assert_eq!(found, [four, eight, four, eight, eight, four, eight, eight, eight]);
}

#[test]
fn angles_on_the_axes_are_exact() {
    let angles = ["atan2(0, 0)", "atan2(-0.0f, 0.0f)", "atan2(0.0f, -1.0f)", "atan2(1, 0)", "atan2(0, 2)"];
    let found = stored(&angles, LanguageVersion::V2021);
    assert_eq!(found, ["0.000000e+00", "-0.000000e+00", "0x400921FB60000000", "0x3FF921FB60000000", "0.000000e+00"]);
}

#[test]
fn halves_are_rounded_as_the_language_says() {
    let halves = ["round(0.5f)", "round(2.5)", "round(-0.5)", "round(float2(0.5, 2.5)).y"];
    let away = ["1.000000e+00", "3.000000e+00", "-1.000000e+00", "3.000000e+00"];
    assert_eq!(stored(&halves, LanguageVersion::V2016), away);
    let even = ["0.000000e+00", "2.000000e+00", "-0.000000e+00", "2.000000e+00"];
    assert_eq!(stored(&halves, LanguageVersion::V2018), even);
}

/// How many products and quotients a power of a number becomes that is known when the shader runs only.
fn products(power: &str, language: LanguageVersion) -> usize {
    let source = format!("RWBuffer<float> o; [numthreads(1,1,1)] void main() {{ o[0] = pow(o[1], {power}); }}");
    let options = Options::default().with(|options| {
        options.target = "cs_6_0".parse().ok();
        options.language = language;
        options.emit = Emit::Dxil;
    });
    let text =
        Compiler::new(options).compile("shader.hlsl", source.as_bytes(), &NoIncludes).text.expect("the assembly");
    let log = text.lines().filter(|line| line.contains("; Log")).count();
    assert_eq!(log, usize::from(text.contains("; Exp")));
    let products = text.matches("fmul fast").count() + text.matches("fdiv fast").count();
    // A product of a logarithm is none of them; a power of one has none.
    products.saturating_sub(log)
}

#[test]
fn small_powers_are_multiplied_out_in_the_language_of_2016() {
    let powers = ["3.0", "8.0", "-2.0", "-5.0", "0", "1", "2", "5.0", "7.0", "1.5"];
    let found = |language| powers.map(|power| products(power, language));
    assert_eq!(found(LanguageVersion::V2016), [2, 3, 2, 0, 0, 0, 1, 3, 0, 0]);
    assert_eq!(found(LanguageVersion::V2018), [0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
}

#[test]
fn halves_are_rounded_away_beside_a_double() {
    let source = "RWStructuredBuffer<double> d; [numthreads(1,1,1)] void main() { d[0] = round(0.5) * d[1]; }";
    let target = Some("cs_6_2".parse().expect("a profile"));
    let options = Options::default().with(|options| {
        options.target = target;
        options.language = LanguageVersion::V2016;
        options.emit = Emit::Dxil;
    });
    let output = Compiler::new(options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    let text = output.text.expect("the assembly");
    assert!(!text.contains("fmul"), "the factor is 1, not 0 that something is left of:\n{text}");
    assert!(text.contains("MakeDouble"), "the other factor stays:\n{text}");
}

#[test]
fn literals_are_floats_in_the_language_to_come() {
    // Beyond what a float holds for a moment; a literal of no size would not notice.
    let expressions = ["1e10 * 1e30 / 1e30", "(1e30 * 1e30) * 0.0"];
    assert_eq!(stored(&expressions, LanguageVersion::V202X), ["0x7FF0000000000000", NAN]);
    assert_eq!(stored(&expressions, LanguageVersion::V2021), ["1.000000e+10", "0.000000e+00"]);
}
