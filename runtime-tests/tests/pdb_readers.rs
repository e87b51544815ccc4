//! Independent readers accept our PDBs: the crate `pdb`, and LLVM's `llvm-pdbutil` where it is installed. DXC's loader
//! reads them in the tests of debug information.

use std::io::Cursor;
use std::process::{Command, ExitCode};

use dxil::container::{Container, FourCc, pdb as files};
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};
use libtest_mimic::{Arguments, Failed, Trial};

/// The stream with the container.
const CONTAINER: u16 = 5;
const TOOL: &str = "llvm-pdbutil";

const SHADER: &str = "float4 main(float4 p : P) : SV_Target { float4 twice = p * 2; return twice; }";

fn main() -> ExitCode {
    let reads = |kind: &'static str, options: &'static [&'static str]| {
        Trial::test(format!("the_crate_reads_{kind}"), move || by_crate(options))
    };
    let has_tool = Command::new(TOOL).arg("--version").output().is_ok();
    if !has_tool {
        eprintln!("one test is ignored: it needs {TOOL}");
    }
    let trials = vec![
        reads("a_file_with_a_program", &["-Zi"]),
        reads("a_file_with_sources_alone", &["-Zs"]),
        reads("a_file_without_optimisation", &["-Zi", "-Od", "-Qsource_in_debug_module"]),
        Trial::test("llvm_reads_the_streams", by_llvm).with_ignored_flag(!has_tool),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// A file with debug information, and the object beside it.
fn compile(options: &[&str]) -> Result<(Vec<u8>, Vec<u8>), Failed> {
    let words = ["-T", "ps_6_0", "-Fd", "shader.pdb"].iter().chain(options).map(|&word| word.to_owned());
    let line = CommandLine::parse(&words.collect::<Vec<_>>(), &|path| Err(format!("no file {path}")));
    if !line.errors.is_empty() {
        return Err(line.errors.join("; ").into());
    }
    let output = Compiler::new(line.options).compile("shader.hlsl", SHADER.as_bytes(), &NoIncludes);
    let reported = output.render(Style::Clang, false);
    let file = output.debug_file.map(|file| file.bytes);
    file.zip(output.object).ok_or_else(|| Failed::from(reported))
}

fn by_crate(options: &[&str]) -> Result<(), Failed> {
    let (file, object) = compile(options)?;
    let mut read = pdb::PDB::open(Cursor::new(&file))?;
    let identity = read.pdb_information()?;
    assert_eq!((identity.age, identity.stream_names()?.iter().count()), (1, 0));
    // The file is known by the hash of the shader, as a debugger looks for it.
    let part = Container::read(&object)?.part(FourCc::HASH).map(<[u8]>::to_vec).ok_or("no hash")?;
    let hash = part.get(4..).ok_or("a short hash")?;
    assert_eq!(identity.guid.to_bytes_le().as_slice(), hash);
    let stream = read.raw_stream(pdb::StreamIndex(CONTAINER))?.ok_or("no stream with a container")?;
    assert_eq!(stream.as_slice(), files::read(&file)?);
    let inner = Container::read(stream.as_slice())?;
    let wanted = if options.contains(&"-Zs") { FourCc::SRCI } else { FourCc::ILDB };
    assert!(inner.part(wanted).is_some() && inner.part(FourCc::HASH).is_some(), "{options:?}");
    assert!(read.raw_stream(pdb::StreamIndex(CONTAINER + 1)).is_err(), "there is one stream more");
    Ok(())
}

fn by_llvm() -> Result<(), Failed> {
    let (file, _) = compile(&["-Zi"])?;
    let path = std::env::temp_dir().join(format!("hlslc-pdb-readers-{}.pdb", std::process::id()));
    std::fs::write(&path, &file)?;
    let said = |args: &[&str]| -> Result<String, Failed> {
        let ran = Command::new(TOOL).args(args).arg(&path).output()?;
        let errors = String::from_utf8_lossy(&ran.stderr).into_owned();
        if ran.status.success() { Ok(String::from_utf8_lossy(&ran.stdout).into_owned()) } else { Err(errors.into()) }
    };
    let found = said(&["dump", "--summary", "--streams"]).and_then(|summary| {
        // The bytes of a stream are at most what its blocks hold.
        let all = said(&["bytes", "--stream-data=5"])?;
        Ok((summary, all))
    });
    std::fs::remove_file(&path)?;
    let (summary, all) = found?;
    for part in ["Block Size: 512", "Number of streams: 6", "Stream 5", "Age: 1"] {
        assert!(summary.contains(part), "{part} is not in\n{summary}");
    }
    let size = files::read(&file)?.len();
    assert!(summary.contains(&format!("{size} bytes")), "{size} is not in\n{summary}");
    assert!(all.contains("DXBC"), "{all}");
    Ok(())
}
