//! Implements the rewriter: texts that need no other file, with what an entry point does not need left out.

use crate::arguments::{of_defines, texts};
use crate::blob;
use crate::com::hresult::{E_INVALIDARG, E_POINTER, Hresult};
use crate::com::interfaces::*;
use crate::com::{Done, Given, IUnknown, List, Memory, OutRef, Own, Pair, Ref, WIDE_PAGE, Wide, class};
use crate::compiler::{Compiler, Handled};
use crate::encoding::UTF8;
use hlslc::request::{self, Files, RewriteRequest};

/// Rewrites.
pub struct Rewriter(Memory);

class! { Rewriter: IDxcRewriter2 }

/// The name of a source without a name.
const UNNAMED: &str = "input.hlsl";

/// The language of the methods that take no options is that of FXC.
const LANGUAGE: [&str; 2] = ["-HV", "2015"];

/// `RewriterOptionMask`: bits, and the option that each stands for.
const MASK: [(u32, &str); 4] =
    [(1, "-skip-fn-body"), (2, "-skip-static"), (4, "-global-extern-by-default"), (8, "-keep-user-macro")];

impl Rewriter {
    fn run(
        &self,
        source: &Ref<IDxcBlob>,
        name: &Wide,
        arguments: &[String],
        includes: &Given<IDxcIncludeHandler>,
        result: &OutRef<IDxcOperationResult>,
    ) -> Done {
        result.clear()?;
        let page = if request::wants_wide(arguments) { WIDE_PAGE } else { UTF8 };
        let source = blob::source_of(source, page)?;
        let name = name.text()?.filter(|name| !name.is_empty());
        let handler = includes.keep();
        let handled = handler.as_ref().map(|handler| Handled::new(handler, page));
        let request = RewriteRequest {
            arguments,
            name: name.as_deref().unwrap_or(UNNAMED),
            source: &source,
            files: handled.as_ref().map(|handled| handled as &dyn Files),
        };
        let outcome = Compiler::new(self.0.clone()).result(&request::rewrite(&request), "", false)?;
        result.put(outcome.into_result(&self.0)?.into_parent())
    }
}

/// The words before those of the caller, and its defines.
fn words(first: &[&str], defines: &[Pair]) -> Result<Vec<String>, Hresult> {
    let mut words: Vec<String> = first.iter().map(|&word| word.to_owned()).collect();
    words.extend(of_defines(defines)?);
    Ok(words)
}

impl RewriterMethods for Rewriter {
    fn RemoveUnusedGlobals(
        &self,
        source: Given<IDxcBlobEncoding>,
        entry: Wide,
        defines: List<Pair>,
        define_count: u32,
        result: OutRef<IDxcOperationResult>,
    ) -> Done {
        let (source, defines) = (source.required()?, defines.required(define_count)?);
        if result.is_null() {
            return Err(E_INVALIDARG);
        }
        let mut arguments = words(&["-remove-unused-globals"], defines)?;
        arguments.extend(["-E".to_owned(), entry.text()?.unwrap_or_default()]);
        self.run(&source.into_parent(), &Wide::NULL, &arguments, &Given::lend(None), &result)
    }

    fn RewriteUnchanged(
        &self,
        source: Given<IDxcBlobEncoding>,
        defines: List<Pair>,
        define_count: u32,
        result: OutRef<IDxcOperationResult>,
    ) -> Done {
        let source = source.keep().ok_or(E_POINTER)?;
        let arguments = words(&LANGUAGE, defines.get(define_count).ok_or(E_POINTER)?)?;
        self.run(&source.into_parent(), &Wide::NULL, &arguments, &Given::lend(None), &result)
    }

    fn RewriteUnchangedWithInclude(
        &self,
        source: Given<IDxcBlobEncoding>,
        name: Wide,
        defines: List<Pair>,
        define_count: u32,
        includes: Given<IDxcIncludeHandler>,
        options: u32,
        result: OutRef<IDxcOperationResult>,
    ) -> Done {
        let source = source.keep().ok_or(E_POINTER)?;
        let mut arguments = words(&LANGUAGE, defines.get(define_count).ok_or(E_POINTER)?)?;
        let asked = MASK.iter().filter(|(bit, _)| options & bit != 0);
        arguments.extend(asked.map(|&(_, word)| word.to_owned()));
        self.run(&source.into_parent(), &name, &arguments, &includes, &result)
    }
}

impl Rewriter2Methods for Rewriter {
    fn RewriteWithOptions(
        &self,
        source: Given<IDxcBlobEncoding>,
        name: Wide,
        arguments: List<Wide>,
        count: u32,
        defines: List<Pair>,
        define_count: u32,
        includes: Given<IDxcIncludeHandler>,
        result: OutRef<IDxcOperationResult>,
    ) -> Done {
        let source = source.keep().ok_or(E_POINTER)?;
        let mut words = texts(arguments.get(count).ok_or(E_POINTER)?)?;
        words.extend(of_defines(defines.get(define_count).ok_or(E_POINTER)?)?);
        self.run(&source.into_parent(), &name, &words, &includes, &result)
    }
}

/// A rewriter.
pub fn create(memory: &Memory) -> Result<Ref<IUnknown>, Hresult> {
    Ok(Own::new(memory, Rewriter(memory.clone()))?.into_unknown())
}
