//! Raises the parameters of functions.

use super::memory::Pointer;
use super::{Raising, Step};
use crate::library::{NO_PARAMETER, param_type};

impl Raising<'_> {
    pub(super) fn params(&mut self) -> Step<()> {
        if self.given().is_some() {
            return Ok(());
        }
        let ty = self.env.dx.functions[self.id].ty;
        let params = self.env.dx.types.signature(ty).map(|(_, params)| params.to_vec());
        let params = params.ok_or("a function that has the type of none")?;
        let entry = self.func.entry().ok_or("no blocks")?;
        for param in params {
            let ty = param_type(self.env.dx, self.types, &mut self.module.ctx, param);
            self.func.add_param(entry, ty.ok_or(NO_PARAMETER)?);
        }
        Ok(())
    }

    /// The entry point whose parameters are variables: a ray shader.
    fn given(&self) -> Option<usize> {
        let at = self.entry?;
        let entry = &self.module.entries[at];
        let is_its_own = self.env.functions.get(&self.id) == Some(&entry.func);
        (is_its_own && !entry.parameters.is_empty()).then_some(at)
    }

    /// The pointer that a parameter is.
    pub(super) fn parameter(&mut self, index: u32) -> Step<Pointer> {
        if let Some(at) = self.given() {
            let parameter = self.module.entries[at].parameters.get(index as usize);
            return Ok(Pointer::of_global(parameter.ok_or("a parameter that is not there")?.global));
        }
        let param = self.func.params().get(index as usize).copied().ok_or("a parameter that is not there")?;
        Ok(Pointer::of_value(param))
    }
}
