//! Makes the site: `cargo xtask site OUT [--lab DIR | --without-lab] [--hlslc PROGRAM]`.
//!
//! In: the checkout, the program for its reference and listings, and the lab. What is not named is built: the program by cargo, the lab by node
//! (`lab/web/build.mjs`, which takes minutes). Out: a folder for any static host.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use hlslc_site::{Example, Files, Inputs, site};

use crate::workspace;

/// How the task is called.
pub const USAGE: &str = "usage: cargo xtask site OUT [--lab DIR | --without-lab] [--hlslc PROGRAM]";

/// The shader of the first page, and what is shown of it.
const EXAMPLE: &str = "site/example.hlsl";
const SHOWN: [(&str, &str); 3] = [("DXIL", "--emit=dxil"), ("SPIR-V", "-spirv --emit=spirv-asm"), ("IR", "--emit=ir")];

/// What the words of the command line say.
#[derive(Debug, Default, PartialEq, Eq)]
struct Asked {
    out: PathBuf,
    lab: Option<PathBuf>,
    without_lab: bool,
    program: Option<PathBuf>,
}

impl Asked {
    fn read(args: &[String]) -> Result<Self, String> {
        let mut asked = Self::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let mut value = || args.next().map(PathBuf::from).ok_or_else(|| format!("{arg} needs a value\n{USAGE}"));
            match arg.as_str() {
                "--lab" => asked.lab = Some(value()?),
                "--without-lab" => asked.without_lab = true,
                "--hlslc" => asked.program = Some(value()?),
                name if !name.starts_with('-') && asked.out.as_os_str().is_empty() => asked.out = name.into(),
                other => return Err(format!("`{other}` is not known\n{USAGE}")),
            }
        }
        if asked.out.as_os_str().is_empty() || asked.without_lab && asked.lab.is_some() {
            return Err(USAGE.to_owned());
        }
        Ok(asked)
    }
}

/// Makes the site, and says where it is.
pub fn make_site(args: &[String]) -> Result<String, String> {
    let asked = Asked::read(args)?;
    let work = std::env::temp_dir().join(format!("hlslc-site-{}", std::process::id()));
    let made = make(&asked, &work);
    // What cannot be removed stays in the system's folder for such files.
    let _ = fs::remove_dir_all(&work);
    made
}

fn make(asked: &Asked, work: &Path) -> Result<String, String> {
    let root = workspace().canonicalize().map_err(|error| error.to_string())?;
    let program = match &asked.program {
        Some(program) => program.clone(),
        None => built(&root)?,
    };
    let reference = work.join("reference");
    run(Command::new(&program).arg("docs").arg(&reference))?;
    let lab = if asked.without_lab {
        None
    } else {
        let folder = match &asked.lab {
            Some(folder) => folder.clone(),
            None => built_lab(&root, &work.join("lab"))?,
        };
        Some(read(&folder)?.into_iter().collect::<Files>())
    };
    let mut pages: Vec<(String, String)> = read(&reference)?
        .into_iter()
        .map(|(name, bytes)| (name, String::from_utf8_lossy(&bytes).into_owned()))
        .collect();
    // In the order of the page that lists the others.
    let list = pages.iter().find(|page| page.0 == "index.md").map(|page| page.1.clone()).unwrap_or_default();
    pages.sort_by_key(|(name, _)| if name == "index.md" { Some(0) } else { Some(list.find(name.as_str())? + 1) });
    let inputs = Inputs { example: example(&root, &program)?, root, reference: pages, lab };
    let files = site(&inputs).map_err(|wrong| wrong.join("\n"))?;
    for (name, bytes) in &files {
        let path = asked.out.join(name);
        let folder = path.parent().unwrap_or(&asked.out);
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let size: usize = files.values().map(Vec::len).sum();
    let pages = files.keys().filter(|name| Path::new(name).extension().is_some_and(|found| found == "html")).count();
    Ok(format!("{pages} pages, {} files, {} KiB in {}", files.len(), size / 1024, asked.out.display()))
}

/// The shader of the first page with its listings.
fn example(root: &Path, program: &Path) -> Result<Example, String> {
    let path = root.join(EXAMPLE);
    let source = fs::read_to_string(&path).map_err(|error| format!("{EXAMPLE}: {error}"))?;
    let shown = SHOWN.iter().map(|(name, options)| {
        let text = run(Command::new(program).arg(&path).args(["-T", "ps_6_0"]).args(options.split(' ')))?;
        Ok(((*name).to_owned(), (*options).to_owned(), text))
    });
    Ok(Example { source, shown: shown.collect::<Result<_, String>>()? })
}

/// Builds the program.
fn built(root: &Path) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    run(Command::new(cargo)
        .args(["build", "--quiet", "--release", "--locked", "--package", "hlslc"])
        .current_dir(root))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join("release").join(format!("hlslc{}", std::env::consts::EXE_SUFFIX)))
}

/// Builds the lab.
fn built_lab(root: &Path, out: &Path) -> Result<PathBuf, String> {
    let web = root.join("lab/web");
    if !web.join("node_modules/esbuild").is_dir() {
        run(Command::new("npm").args(["ci", "--no-audit", "--no-fund", "--silent"]).current_dir(&web))?;
    }
    run(Command::new("node").arg("build.mjs").arg("--out").arg(out).current_dir(&web))?;
    Ok(out.to_owned())
}

/// The files of a folder by their names, in their order.
fn read(folder: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().into_string().map_err(|name| format!("{} is no text", name.display()))?;
        if entry.path().is_file() {
            files.push((name, fs::read(entry.path()).map_err(failed)?));
        }
    }
    files.sort();
    Ok(files)
}

/// Runs a program, and gives what it prints.
fn run(command: &mut Command) -> Result<String, String> {
    let shown = format!("{command:?}");
    let output = command.output().map_err(|error| format!("{shown}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{shown}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_says_where_the_site_goes_and_what_it_is_made_of() {
        let read = |line: &str| Asked::read(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(
            read("out --lab web --hlslc h"),
            Ok(Asked { out: "out".into(), lab: Some("web".into()), without_lab: false, program: Some("h".into()) })
        );
        assert!(read("out --without-lab").is_ok_and(|asked| asked.without_lab));
        for wrong in ["--lab x", "a b", "a --lab", "a --lab b --without-lab", "a --x"] {
            assert!(read(wrong).is_err_and(|error| error.contains(USAGE)), "{wrong}");
        }
    }
}
