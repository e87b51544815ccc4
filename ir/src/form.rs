//! Defines the forms of a module as types: the output of each pipeline of passes, and the input of each back end.
//!
//! Input: a module, and the form that its maker says it has. Output: the same module, whose type states the form. A [`Formed`]
//! module cannot be changed, so the form holds as long as the value exists; a back end that takes one cannot be given a module
//! that no pipeline has prepared for it.
//!
//! The verifier knows what each form allows ([`crate::verify::Form`]). It runs when a module is given a form: in full in debug builds
//! and on request, its shape alone otherwise.

use crate::Module;
use crate::verify::{Form, VerifyError, verify, verify_shape};
use std::marker::PhantomData;
use std::ops::Deref;

/// A form that a module can be in.
pub trait ModuleForm {
    /// Checks whether a module of this form may be in a form that the verifier knows.
    fn admits(form: Form) -> bool;
}

/// After the passes that are common to all targets.
#[derive(Clone, Copy, Debug)]
pub enum Common {}

/// After the passes for DXIL.
#[derive(Clone, Copy, Debug)]
pub enum Dxil {}

/// After the passes for SPIR-V: structured control flow.
#[derive(Clone, Copy, Debug)]
pub enum Spirv {}

impl ModuleForm for Common {
    fn admits(form: Form) -> bool {
        form == Form::Common
    }
}

impl ModuleForm for Dxil {
    fn admits(form: Form) -> bool {
        matches!(form, Form::Dxil | Form::DxilVectors)
    }
}

impl ModuleForm for Spirv {
    fn admits(form: Form) -> bool {
        form == Form::Common
    }
}

/// A module whose form is known.
#[derive(Debug)]
pub struct Formed<F> {
    module: Module,
    form: PhantomData<F>,
}

/// A module that every pipeline of a target accepts.
pub type CommonModule = Formed<Common>;
/// A module that the back end for DXIL accepts.
pub type DxilModule = Formed<Dxil>;
/// A module that the back end for SPIR-V accepts.
pub type SpirvModule = Formed<Spirv>;

impl<F: ModuleForm> Formed<F> {
    /// States the form of a module, after the verifier has looked at it: at everything or at its shape.
    ///
    /// # Errors
    /// If the module is not in this form; the module comes back with what is wrong.
    pub fn verified(module: Module, form: Form, thorough: bool) -> Result<Self, (Box<Module>, Vec<VerifyError>)> {
        debug_assert!(F::admits(form), "{form:?} is another form");
        let verifier = if thorough { verify } else { verify_shape };
        match verifier(&module, form) {
            Ok(()) => Ok(Self { module, form: PhantomData }),
            Err(errors) => Err((Box::new(module), errors)),
        }
    }

    /// The module, which may be changed from here on and has no stated form.
    pub fn into_module(self) -> Module {
        self.module
    }
}

impl<F> Deref for Formed<F> {
    type Target = Module;

    fn deref(&self) -> &Module {
        &self.module
    }
}
