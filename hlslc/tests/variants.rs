//! Tests variants of one program: each has the bytes and messages that it has by itself, and little is compiled twice.

use hlslc::options::BindingTable;
use hlslc::variants::{Foreign, Found, ResultId, Shares, Values, VariantSet};
use hlslc::{IncludeResolver, IncludedFile, Memory, Options, Output, Style};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Files by their names.
struct Files(&'static [(&'static str, &'static str)]);

impl IncludeResolver for Files {
    fn resolve(&self, path: &str, _: &str, _: bool) -> Result<Option<IncludedFile>, String> {
        let found = self.0.iter().find(|file| file.0 == path);
        Ok(found.map(|file| IncludedFile { name: file.0.to_owned(), bytes: file.1.as_bytes().to_vec() }))
    }
}

const NONE: Files = Files(&[]);

/// Every combination of values of these macros.
fn combinations(axes: &[(&str, &[Option<&'static str>])]) -> Vec<Vec<Option<&'static str>>> {
    axes.iter().fold(vec![Vec::new()], |all, (_, values)| {
        all.iter().flat_map(|start| values.iter().map(|value| [&start[..], &[*value]].concat())).collect()
    })
}

fn whole(output: &Output) -> (Option<Vec<u8>>, String, Vec<String>) {
    (output.object.clone(), output.render(Style::Excerpt, false), output.dependencies.clone())
}

/// Compiles every variant, compares each with what it is by itself, and returns how they were shared.
fn compare(target: &str, source: &str, files: &Files, axes: &[(&str, &[Option<&'static str>])]) -> Shares {
    compare_with(Options::new(target.parse().expect("a profile")), source, files, axes)
}

/// The same with these options.
fn compare_with(options: Options, source: &str, files: &Files, axes: &[(&str, &[Option<&'static str>])]) -> Shares {
    let names: Vec<String> = axes.iter().map(|axis| axis.0.to_owned()).collect();
    let set = VariantSet::new(options, "a.hlsl", source.as_bytes(), files, &names, Arc::new(Memory::default()));
    let mut results: HashMap<ResultId, (Output, Option<ResultId>, usize)> = HashMap::new();
    let variants = combinations(axes);
    let mut ids = Vec::new();
    for (at, values) in variants.iter().enumerate() {
        let found = set.compile(values);
        ids.push(found.id());
        match found {
            Found::Known(_) => {}
            Found::New(id, output) => drop(results.insert(id, (*output, None, at))),
            Found::Twin { id, output, of } => drop(results.insert(id, (*output, Some(of), at))),
            Found::Foreign(..) | Found::Before(_) => panic!("there is nothing elsewhere, nor before"),
        }
    }
    for (at, (values, id)) in variants.iter().zip(&ids).enumerate() {
        let (output, twin_of, first) = &results[id];
        if *first != at && !set.is_shared_result(*id) || twin_of.is_some_and(|of| set.shared_object(of).is_none()) {
            continue;
        }
        let mut found = whole(output);
        if let Some(of) = twin_of.and_then(|of| set.shared_object(of)) {
            found.0.clone_from(&results[&of].0.object);
        }
        assert_eq!(found, whole(&set.compile_alone(values)), "{values:?}");
    }
    set.shares()
}

/// The same on threads, which may find what others are compiling. What a variant before them all was made of is known.
fn compare_on_threads(source: &str, axes: &[(&str, &[Option<&'static str>])]) -> Shares {
    let names: Vec<String> = axes.iter().map(|axis| axis.0.to_owned()).collect();
    let options = Options::new("cs_6_0".parse().expect("a profile"));
    let set = VariantSet::new(options, "a.hlsl", source.as_bytes(), &NONE, &names, Arc::new(Memory::default()));
    let variants = combinations(axes);
    let all = Mutex::new(Vec::new());
    let compile = |at: usize| {
        let found = set.compile(&variants[at]);
        all.lock().expect("no thread panics").push((at, found));
    };
    compile(0);
    let next = AtomicUsize::new(1);
    let work = || {
        while let Some(at) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&at| at < variants.len()) {
            compile(at);
        }
    };
    std::thread::scope(|scope| (0..8).for_each(|_| drop(scope.spawn(work))));
    let all = all.into_inner().expect("no thread panics");
    let outputs: HashMap<ResultId, &Output> = all
        .iter()
        .filter_map(|(_, found)| match found {
            Found::New(id, output) | Found::Twin { id, output, .. } => Some((*id, &**output)),
            Found::Known(_) | Found::Foreign(..) | Found::Before(_) => None,
        })
        .collect();
    for (at, found) in &all {
        let mut shown = whole(outputs[&found.id()]);
        if let Found::Twin { of, .. } = found {
            let Some(of) = set.shared_object(*of) else { continue };
            shown.0.clone_from(&outputs[&of].object);
        }
        let is_shared = matches!(found, Found::New(..) | Found::Twin { .. }) || set.is_shared_result(found.id());
        // What a twin of another was found by is asked of that one.
        if is_shared && shown.0.is_some() {
            assert_eq!(shown, whole(&set.compile_alone(&variants[*at])), "{:?}", variants[*at]);
        }
    }
    set.shares()
}

#[test]
fn what_another_thread_is_compiling_is_found_by_its_tokens() {
    const PLACES: &[Option<&str>] =
        &[Some("0"), Some("1"), Some("2"), Some("3"), Some("4"), Some("5"), Some("6"), Some("7"), Some("8"), Some("9")];
    let source = |value: &str| {
        format!(
            "float unreached(float a) {{ return a; }}
            #if SAME > 5
            #endif
            RWBuffer<float> Out;
            [numthreads(1, 1, 1)] void main(uint3 i : SV_DispatchThreadID) {{ Out[OWN] = {value}; }}"
        )
    };
    let axes: &[(&str, &[Option<&str>])] = &[("OWN", PLACES), ("SAME", PLACES)];
    let shares = compare_on_threads(&source("i.x"), axes);
    assert_eq!((shares.compiled, shares.by_tokens), (10, 90), "{shares:?}");
    // Each has a warning of its own.
    compare_on_threads(&source("(float3)i"), axes);
}

const ON_OFF: &[Option<&str>] = &[None, Some("1")];

#[test]
fn a_macro_that_the_source_never_asks_about_costs_nothing() {
    let source = "RWBuffer<uint> Out; [numthreads(1, 1, 1)] void main() { Out[0] = A; }";
    let axes: &[(&str, &[Option<&str>])] =
        &[("A", &[Some("1"), Some("2")]), ("NEVER", ON_OFF), ("NOR_THIS", &[Some("1"), Some("2"), Some("3")])];
    let shares = compare("cs_6_0", source, &NONE, axes);
    assert_eq!((shares.variants, shares.compiled, shares.by_questions), (12, 2, 10));
}

#[test]
fn a_macro_that_is_asked_about_in_one_branch_counts_there_alone() {
    let source = "RWBuffer<uint> Out;\n[numthreads(1, 1, 1)] void main() {\n#if OUTER\n#ifdef INNER\nOut[0] = 1;\n#else\nOut[0] = 2;\n#endif\n#else\nOut[0] = 3;\n#endif\n}";
    let shares = compare("cs_6_0", source, &NONE, &[("OUTER", &[Some("0"), Some("1")]), ("INNER", ON_OFF)]);
    assert_eq!((shares.variants, shares.compiled), (4, 3));
}

/// What is elsewhere is asked once for each result, with the macros that decide it alone: the question is the same whichever of the variants comes
/// first. What is not there is compiled as always.
#[test]
fn what_is_elsewhere_is_asked_about_with_the_macros_that_decide() {
    let source = "RWBuffer<uint> Out;\n[numthreads(1, 1, 1)] void main() {\n#if OUTER\n#ifdef INNER\nOut[0] = 1;\n#else\nOut[0] = 2;\n#endif\n#else\nOut[0] = 3;\n#endif\n}";
    let names = ["NEVER", "INNER", "OUTER"].map(str::to_owned);
    let axes: &[(&str, &[Option<&str>])] = &[("NEVER", ON_OFF), ("INNER", ON_OFF), ("OUTER", &[Some("1"), Some("0")])];
    let options = Options::new("cs_6_0".parse().expect("a profile"));
    let mut variants = combinations(axes);
    let questions = |variants: &[Vec<Option<&str>>]| {
        let set =
            VariantSet::new(options.clone(), "a.hlsl", source.as_bytes(), &NONE, &names, Arc::new(Memory::default()));
        let asked = std::cell::RefCell::new(Vec::new());
        for values in variants {
            let elsewhere = |values: &Values<'_>| {
                asked.borrow_mut().push(values.iter().map(|value| value.map(str::to_owned)).collect::<Vec<_>>());
                // There is nothing of one of them.
                let is_there = values[2] == Some("1");
                is_there.then(|| Foreign { object: Some(vec![7]), ..Foreign::default() })
            };
            match set.compile_or(values, Some(&elsewhere)) {
                Found::Foreign(_, foreign) => assert!(values[2] == Some("1") && foreign.object == Some(vec![7])),
                Found::New(_, output) => assert!(values[2] == Some("0") && output.is_ok()),
                Found::Known(_) => {}
                Found::Twin { .. } | Found::Before(_) => panic!("no two are equal"),
            }
        }
        let shares = set.shares();
        assert_eq!((shares.variants, shares.elsewhere, shares.compiled, shares.by_questions), (8, 2, 1, 5));
        let mut asked = asked.into_inner();
        asked.sort();
        asked
    };
    let first = questions(&variants);
    let value = |text: &str| Some(text.to_owned());
    assert_eq!(first, [[None, None, value("0")], [None, None, value("1")], [None, value("1"), value("1")]]);
    variants.reverse();
    assert_eq!(questions(&variants), first);
}

#[test]
fn every_kind_of_question_is_noted() {
    // Each source asks about `X` differently, and what comes of it depends on the answer.
    let sources = [
        "#if X\n#define V 1\n#else\n#define V 2\n#endif\n",
        "#ifdef X\n#define V 1\n#else\n#define V 2\n#endif\n",
        "#ifndef X\n#define V 1\n#else\n#define V 2\n#endif\n",
        "#if defined(X)\n#define V 1\n#else\n#define V 2\n#endif\n",
        "#if 0\n#elif defined X\n#define V 1\n#else\n#define V 2\n#endif\n",
        "#define D defined\n#if D(X)\n#define V 1\n#else\n#define V 2\n#endif\n",
        "static const uint X1 = 4; static const uint V0 = 5;\n#define JOIN(a, b) a##b\n#define PASTE(a, b) JOIN(a, b)\n#define V PASTE(V, 0) + PASTE(X, 1)\nstatic const uint X = 7;\n",
        "#define STR(a) #a\n#define V (1 + X + 0)\n#ifndef X\n#define X 3\n#endif\n",
        "#define Y X\n#if Y == 1\n#define V 1\n#else\n#define V 2\n#endif\n",
        "#define F(a) a\n#if F(X)\n#define V 1\n#else\n#define V 2\n#endif\n",
        "#pragma push_macro(\"X\")\n#undef X\n#define X 9\n#pragma pop_macro(\"X\")\n#ifdef X\n#define V 1\n#else\n#define V 2\n#endif\n",
        "#include \"guarded.h\"\n#include \"guarded.h\"\n#ifndef V\n#define V 2\n#endif\n",
        "#ifdef X\n#include \"one.h\"\n#else\n#include \"two.h\"\n#endif\n",
    ];
    let files = Files(&[
        ("guarded.h", "#ifndef X\n#define X\n#define V 1\n#endif\n"),
        ("one.h", "#define V 1\n"),
        ("two.h", "#define V 2\n"),
    ]);
    for start in sources {
        let source = format!("{start}RWBuffer<uint> Out; [numthreads(1, 1, 1)] void main() {{ Out[0] = V; }}");
        let shares = compare("cs_6_0", &source, &files, &[("X", &[None, Some("1")]), ("OTHER", ON_OFF)]);
        assert_eq!(shares.by_questions, 2, "{start}");
    }
}

#[test]
fn a_definition_or_undef_in_the_source_ends_the_questions() {
    let source = "#undef X\n#ifdef X\nwrong\n#endif\n#define X 2\nRWBuffer<uint> Out; [numthreads(1, 1, 1)] void main() { Out[0] = X; }";
    let shares = compare("cs_6_0", source, &NONE, &[("X", &[None, Some("1"), Some("7")])]);
    assert_eq!((shares.compiled, shares.by_questions), (1, 2));
}

#[test]
fn programs_that_are_equal_once_unreached_code_is_gone_are_compiled_once() {
    let source = "
        struct S { float a; }; float helper(float x) { return x * SCALE; } static const float4 unused = SCALE;
        RWBuffer<float> Out; [numthreads(1, 1, 1)] void main() { Out[0] = 1; }";
    let shares = compare("cs_6_0", source, &NONE, &[("SCALE", &[Some("1"), Some("2"), Some("3")])]);
    assert_eq!((shares.compiled, shares.by_program), (1, 2));
}

#[test]
fn warnings_and_errors_are_those_of_each_variant() {
    let source = "
        float narrow(float3 a) { float b = a; return b; }
        #if K == 1
        float other(float2 a) { float b = a; return b + WIDTH; }
        #elif K == 2
        float wrong(float2 a) { return nothing(a); }
        #elif K == 3
        #error K is 3
        #endif
        RWBuffer<float> Out; [numthreads(1, 1, 1)] void main(uint3 i : SV_DispatchThreadID) { Out[i.x] = narrow(i) TAIL; }";
    let axes: &[(&str, &[Option<&str>])] = &[
        ("K", &[None, Some("1"), Some("2"), Some("3")]),
        ("WIDTH", &[Some("1"), Some("x"), None]),
        ("TAIL", &[Some(""), Some("+"), Some("+ i")]),
        ("UNUSED", ON_OFF),
    ];
    let shares = compare("cs_6_0", source, &NONE, axes);
    assert!(shares.by_questions >= shares.variants / 2, "{shares:?}");
}

#[test]
fn a_definition_with_something_to_report_is_compiled_by_itself() {
    // The definition is wrong, or of a macro that the compiler has, whether anything asks about it or not.
    let source = "RWBuffer<uint> Out; [numthreads(1, 1, 1)] void main() { Out[0] = 1; }";
    let axes: &[(&str, &[Option<&str>])] =
        &[("A", &[None, Some("1"), Some("\"open"), Some("##"), Some("1\n#undef A")]), ("__LINE__", ON_OFF)];
    let shares = compare("cs_6_0", source, &NONE, axes);
    assert!(shares.by_questions >= 2, "{shares:?}");
}

#[test]
fn every_target_and_libraries_are_shared_by_questions() {
    let source = "RWBuffer<uint> Out; [shader(\"compute\")] [numthreads(1, 1, 1)] void main() { Out[0] = 1; }";
    let shares = compare("lib_6_3", source, &NONE, &[("NEVER", ON_OFF)]);
    assert_eq!((shares.compiled, shares.by_questions), (1, 1));
}

#[test]
fn macros_that_options_name_take_part() {
    let source = "
        #if SHARED
        #define ROOT \"UAV(u0), CBV(b0)\"
        #else
        #define ROOT \"UAV(u0)\" MORE
        #endif
        #define TABLE \"ResourceName,Binding,Space;Out,u0,\" SPACE
        RWBuffer<uint> Out; RWByteAddressBuffer Other;
        uint unreached() { return TWICE; }
        [numthreads(1, 1, 1)] void main() { Other.Store(0, 1); }";
    let axes: &[(&str, &[Option<&str>])] = &[
        ("SHARED", &[Some("0"), Some("1")]),
        ("MORE", &[None, Some("\", SRV(t3)\""), Some("\", wrong\""), Some("")]),
        ("TWICE", &[Some("1"), Some("2"), Some("3")]),
        ("NEVER", ON_OFF),
    ];
    let options = || Options::new("cs_6_0".parse().expect("a profile"));
    let by_macro = |name: &str| options().with(|options| options.root_signature_define = Some(name.to_owned()));
    let shares = compare_with(by_macro("ROOT"), source, &NONE, axes);
    // One root signature is shared, and two of the others can be read.
    assert_eq!((shares.variants, shares.by_questions), (48, 33), "{shares:?}");
    assert_eq!(shares.by_tokens + shares.by_program, 6, "{shares:?}");
    compare_with(by_macro("MORE"), source, &NONE, axes);
    let table = options().with(|options| options.binding_table = Some(BindingTable::Macro("TABLE".to_owned())));
    let spaces: &[(&str, &[Option<&str>])] =
        &[("SPACE", &[Some("\"1\""), Some("\"2\""), Some("\"x\"")]), ("TWICE", &[Some("1"), Some("2")])];
    compare_with(table, &source.replace("Other.Store(0, 1)", "Out[0] = 1"), &NONE, spaces);
}

#[test]
fn pragmas_about_warnings_take_part() {
    let source = "
        #ifdef QUIET
        #pragma dxc diagnostic ignored \"-Wconversion\"
        #endif
        float narrow(float3 a) { float b = a; return b; }
        #ifdef LOUD
        #pragma dxc diagnostic warning \"-Wconversion\"
        #endif
        float unreached(float3 a) { float b = a; return b * SCALE; }
        RWBuffer<float> Out; [numthreads(1, 1, 1)] void main(uint3 i : SV_DispatchThreadID) { Out[i.x] = narrow(i); }";
    let axes: &[(&str, &[Option<&str>])] =
        &[("SCALE", &[Some("1"), Some("2"), Some("3")]), ("QUIET", ON_OFF), ("LOUD", ON_OFF)];
    let shares = compare("cs_6_0", source, &NONE, axes);
    assert_eq!((shares.variants, shares.compiled), (12, 1), "{shares:?}");
}
