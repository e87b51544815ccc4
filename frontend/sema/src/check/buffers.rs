//! Checks `cbuffer` and `tbuffer`: which declarations stand in them, and what their members are.

use crate::cx::Checker;
use crate::errors;
use crate::scope::{ScopeId, ScopeKind};
use hlslc_base::{Diagnostic, Span, Spanned, Symbol};
use hlslc_hir::hir::{BufferKind, GlobalId};
use hlslc_hir::types::StructId;
use hlslc_syntax::LanguageVersion;
use hlslc_syntax::ast::{self, AnnotationKind, DeclId, DeclKind};

impl Checker<'_> {
    /// Checks `cbuffer` and `tbuffer`.
    pub fn check_buffer(&mut self, id: DeclId, buffer: &ast::BufferDecl) {
        let ast = self.ast;
        let (kind, letter) = match buffer.kind {
            ast::BufferKind::CBuffer => (BufferKind::Constant, 'b'),
            ast::BufferKind::TBuffer => (BufferKind::Texture, 't'),
        };
        let name = buffer.name.unwrap_or_else(|| Spanned::new(Symbol::EMPTY, ast.decls[id].span));
        let (global, layout) = self.new_buffer(name, kind, self.scope);
        self.bind_buffer(global, letter, &buffer.annotations);
        for annotation in &buffer.annotations {
            if let AnnotationKind::PackOffset { .. } = annotation.kind {
                self.report(errors::packoffset_outside_buffer(annotation.span));
            }
        }
        let vk = self.vk_global(&ast.decls[id].attributes, None);
        self.program.globals[global].vk = vk.resource;
        self.program.globals[global].foreign = vk.foreign.attributes;
        let scope = self.open_buffer();
        self.in_scope(scope, |this| this.buffer_members(global, layout, &buffer.members));
        self.check_packing(layout, name.span);
    }

    /// The scope of what stands in a buffer, which is visible around it. DXC has it in the file and nowhere else, whatever
    /// namespace the buffer is in: there it is visible too.
    fn open_buffer(&mut self) -> ScopeId {
        let around = self.scope;
        if around == self.global_scope {
            return around;
        }
        let scope = self.scopes.open(ScopeKind::Namespace, Some(around), "");
        for from in [around, self.global_scope] {
            self.scopes.get_mut(from).also.push(scope);
        }
        scope
    }

    /// Declares the members of a buffer, including those in namespaces, and other declarations in it.
    fn buffer_members(&mut self, buffer: GlobalId, layout: StructId, members: &[DeclId]) {
        let ast = self.ast;
        for &member in members {
            match &ast.decls[member].kind {
                DeclKind::Variable(variable) => self.buffer_member(buffer, layout, member, variable),
                DeclKind::Namespace { name, items } => {
                    self.reject_in_buffer(ast.decls[member].span);
                    let scope = self.open_namespace(*name);
                    self.in_scope(scope, |this| this.buffer_members(buffer, layout, items));
                }
                _ if !ast.decls[member].templates.is_empty() => {
                    self.report(errors::template_in_buffer(ast.decls[member].span));
                }
                DeclKind::Enum(_) | DeclKind::Alias(_) | DeclKind::Using { .. } | DeclKind::StaticAssert { .. } => {
                    self.report(errors::not_in_buffer(ast.decls[member].span));
                    self.check_item(member);
                }
                DeclKind::Error
                | DeclKind::Buffer(_)
                | DeclKind::Record(_)
                | DeclKind::Function(_)
                | DeclKind::EffectBlock => {
                    if matches!(ast.decls[member].kind, DeclKind::Buffer(_)) {
                        self.reject_in_buffer(ast.decls[member].span);
                    }
                    self.check_item(member);
                    self.check_pending();
                }
            }
        }
    }

    /// Reports what HLSL 202x has no more in buffers: namespaces and buffers.
    fn reject_in_buffer(&mut self, span: Span) {
        if self.options.language >= LanguageVersion::V202X {
            self.report(errors::not_in_buffer(span));
        }
    }

    /// Reports the value of a constant that the application gives another: before HLSL 202x it is ignored.
    pub(super) fn report_ignored(&mut self, ignored: Diagnostic, span: Span) {
        let is_error = self.options.language >= LanguageVersion::V202X;
        self.report(if is_error { errors::value_in_buffer(span) } else { ignored });
    }
}
