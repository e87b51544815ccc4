//! Implements the calling convention of functions that are visible to a linker.
//!
//! Both sides have to agree on it without knowing each other. Scalars, vectors and matrices that are inputs are passed by
//! value; structs, arrays and resources are passed by reference to read-only memory; outputs are passed by reference, with
//! Booleans as words and matrices as declared. A result that is a struct, an array or a resource is written to memory that the caller
//! passes as the first argument. Functions that stay functions inside of one library use the same convention.

use crate::declared::declared;
use crate::instance::Instance;
use crate::state::Shared;
use crate::types::matrix_order;
use hlslc_base::Span;
use hlslc_hir::hir::{Function as HirFunction, Linkage as HirLinkage, ParamMode};
use hlslc_hir::types::{Coherence, Ty, TyData};
use hlslc_ir::function::{Inline, Linkage, ParamData, Passing};
use hlslc_ir::module::Heap;
use hlslc_ir::{AddressSpace, Context, Func, Function, Type};

impl Shared<'_> {
    /// Whether an instance is called as a linker sees it.
    pub(crate) fn is_seen(&self, instance: &Instance) -> bool {
        instance.is_plain() && !self.program.funcs[instance.func].symbols.is_empty()
    }

    /// Whether a parameter of such a function that only goes in, or a result, is passed by reference.
    pub(crate) fn by_reference(&self, ty: Ty) -> bool {
        match self.program.types.data(ty) {
            TyData::Struct(_) | TyData::Array(..) => true,
            TyData::Object(kind, _) => self.options.raw_handles && kind.is_resource(),
            TyData::Error
            | TyData::Void
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Enum(_)
            | TyData::String => false,
        }
    }

    /// The type of the result of a function, and that of the pointer to it if it is passed by reference.
    pub(crate) fn result_types(&mut self, ctx: &mut Context, instance: &Instance) -> (Type, Option<Type>) {
        let f = &self.program.funcs[instance.func];
        let ret = self.ty(ctx, f.ret, f.span);
        if self.is_seen(instance) && self.by_reference(f.ret) {
            return (ctx.void(), Some(ctx.pointer(ret, AddressSpace::Function)));
        }
        (ret, None)
    }

    /// Says of a function how a linker sees it.
    pub(crate) fn describe(&mut self, ctx: &mut Context, instance: &Instance, function: &mut Function) {
        if !self.is_seen(instance) {
            return;
        }
        let f = &self.program.funcs[instance.func];
        function.symbol = f.symbols.first().cloned();
        function.linkage = match f.linkage {
            HirLinkage::Internal => Linkage::Internal,
            HirLinkage::Exported => Linkage::Exported,
            HirLinkage::External => Linkage::External,
        };
        if f.no_inline || f.linkage == HirLinkage::External {
            function.inline = Inline::Keep;
        }
        let none = Coherence::default();
        let returns = self.result_types(ctx, instance).1;
        let returns = returns.map(|_| self.data_of(ctx, f.ret, Passing::Result, none, f.span));
        if returns.is_none() {
            function.ret_data = self.data_of(ctx, f.ret, Passing::In, none, f.span);
        }
        let this = f.this.map(|_| ParamData { passing: Passing::InOut, ..ParamData::default() });
        let params = self.params_of(ctx, f);
        function.param_data = returns.into_iter().chain(this).chain(params).collect();
        if f.linkage == HirLinkage::External {
            function.declared = self.param_types(ctx, instance);
        }
    }

    fn params_of(&mut self, ctx: &mut Context, f: &HirFunction) -> Vec<ParamData> {
        let data = |param: &hlslc_hir::hir::Param| {
            let passing = match param.mode {
                ParamMode::In => Passing::In,
                ParamMode::Out => Passing::Out,
                // Nothing that a linker sees has such a parameter.
                ParamMode::InOut | ParamMode::Shared => Passing::InOut,
            };
            let local = &f.locals[param.local];
            self.data_of(ctx, local.ty, passing, local.coherence, local.span)
        };
        f.params.iter().map(data).collect()
    }

    fn data_of(&mut self, ctx: &mut Context, ty: Ty, passing: Passing, coherence: Coherence, span: Span) -> ParamData {
        let types = &self.program.types;
        let component = declared(types, ty, self.program.native_16bit).component();
        let matrix = matrix_order(types, ty);
        let mut element = ty;
        while let TyData::Array(inner, _) = *types.data(element) {
            element = inner;
        }
        let is_raw =
            self.options.raw_handles && matches!(types.data(element), TyData::Object(kind, _) if kind.is_resource());
        let handle = if is_raw { self.handle_ty(ctx, element) } else { None };
        let resource = handle.map(|handle| self.heap(handle, element, Heap::Raw, coherence, span));
        ParamData { passing, component, matrix, is_laid_out: false, resource }
    }

    /// Exports a function under each of its names: copies of it under all but the first.
    pub(crate) fn export_copies(&mut self, ctx: &mut Context) {
        let program = self.program;
        for (id, f) in program.funcs.iter().filter(|(_, f)| f.symbols.len() > 1) {
            let func: Func = self.func(ctx, id);
            for symbol in &f.symbols[1..] {
                let mut copy = self.funcs[func].clone();
                copy.symbol = Some(symbol.clone());
                self.funcs.push(copy);
            }
        }
    }
}
