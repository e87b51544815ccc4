//! Prints the reflection of a SPIR-V module for people, with a line for each part.

use std::fmt;

use hlslc_base::shown::escaped_line;

use super::{EntryPoint, Interface, Reflection, Scalar, Type, TypeKind};

impl fmt::Display for Reflection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "SPIR-V {}", self.version)?;
        let list = |names: Vec<String>| names.join(", ");
        writeln!(f, "  needs        {}", list(self.capabilities.iter().map(|name| format!("{name:?}")).collect()))?;
        if !self.extensions.is_empty() {
            writeln!(f, "  extensions   {}", escaped_line(&self.extensions.join(", ")))?;
        }
        for entry in &self.entry_points {
            self.entry_point(f, entry)?;
        }
        self.bindings(f)?;
        for block in &self.push_constants {
            let name = self.type_name(&block.r#type);
            writeln!(
                f,
                "\npush constants {}: {name}, bytes {} to {}",
                escaped_line(&block.name),
                block.offset,
                block.offset + block.size
            )?;
        }
        if !self.specialization_constants.is_empty() {
            writeln!(f, "\nspecialization constants")?;
        }
        for constant in &self.specialization_constants {
            let default = match constant.default {
                Scalar::Bool(value) => value.to_string(),
                Scalar::Int(value) => value.to_string(),
                Scalar::UInt(value) => value.to_string(),
                Scalar::Float(value) => value.to_string(),
            };
            let ty = self.type_name(&constant.r#type);
            writeln!(f, "  {:<4} {:<12} {} = {default}", constant.id, ty, escaped_line(&constant.name))?;
        }
        for structure in &self.structs {
            writeln!(f, "\nstruct {}", escaped_line(&structure.name))?;
            for member in &structure.members {
                let offset = member.offset.map_or(String::new(), |offset| offset.to_string());
                writeln!(f, "  {offset:>6}  {:<24} {}", self.type_name(&member.r#type), escaped_line(&member.name))?;
            }
        }
        Ok(())
    }
}

impl Reflection {
    fn entry_point(&self, f: &mut fmt::Formatter<'_>, entry: &EntryPoint) -> fmt::Result {
        writeln!(f, "\n{:?} {}", entry.execution_model, escaped_line(&entry.name))?;
        if let Some([x, y, z]) = entry.workgroup_size {
            writeln!(f, "  workgroup    {x} x {y} x {z}")?;
        }
        if !entry.execution_modes.is_empty() {
            let modes: Vec<String> = entry.execution_modes.iter().map(|mode| format!("{:?}", mode.mode)).collect();
            writeln!(f, "  modes        {}", modes.join(", "))?;
        }
        for (title, list) in [("inputs", &entry.inputs), ("outputs", &entry.outputs)] {
            if !list.is_empty() {
                writeln!(f, "  {title}")?;
            }
            for found in list {
                let line = format!(
                    "    {:<16} {:<24} {}{}",
                    place(found),
                    self.type_name(&found.r#type),
                    found.name,
                    notes(found)
                );
                writeln!(f, "{}", escaped_line(line.trim_end()))?;
            }
        }
        Ok(())
    }

    fn bindings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.bindings.is_empty() {
            writeln!(f, "\nbindings\n  set  binding  count      type")?;
        }
        for binding in &self.bindings {
            let number = |number: Option<u32>| number.map_or("-".to_owned(), |number| number.to_string());
            let count = binding.count.map_or("unbounded".to_owned(), |count| count.to_string());
            let kind = binding.descriptor_type.text().trim_start_matches("VK_DESCRIPTOR_TYPE_").to_lowercase();
            let mut of = String::new();
            if let Some(image) = &binding.image {
                let dim = format!("{:?}", image.dim);
                let array = if image.arrayed { " array" } else { "" };
                let samples = if image.multisampled { " multisampled" } else { "" };
                let format = image.format.map(|format| format!(" {format:?}")).unwrap_or_default();
                let word = image.sampled_type.text();
                of = format!(" {}{array}{samples}{format} of {word}", dim.trim_start_matches("Dim"));
            } else if let (Some(block), Some(size)) = (&binding.block, binding.size) {
                of = format!(" {}, {size} bytes", self.type_name(block));
            }
            let notes = [
                (binding.non_writable, " readonly"),
                (binding.non_readable, " writeonly"),
                (binding.coherent, " coherent"),
            ];
            let notes: String = notes.into_iter().filter(|row| row.0).map(|row| row.1).collect();
            let user = binding.user_type.as_ref().map(|ty| format!(" ({ty})")).unwrap_or_default();
            let (set, at) = (number(binding.set), number(binding.binding));
            writeln!(
                f,
                "  {set:<4} {at:<8} {count:<10} {kind}{of}{notes}: {}",
                escaped_line(&format!("{}{user}", binding.name))
            )?;
        }
        Ok(())
    }

    /// A type as HLSL would name it, but for the order of matrices, which is SPIR-V's: columns of rows.
    fn type_name(&self, ty: &Type) -> String {
        let structure = ty.r#struct.and_then(|at| self.structs.get(at as usize));
        let word = match (structure, ty.kind, ty.width) {
            (Some(found), ..) => escaped_line(&found.name).into_owned(),
            (_, TypeKind::Float, 16) => "half".to_owned(),
            (_, TypeKind::Float, 64) => "double".to_owned(),
            (_, TypeKind::Int | TypeKind::UInt, width) if width != 32 => format!("{}{width}", ty.kind.text()),
            (_, kind, _) => kind.text().to_owned(),
        };
        let shape = match (ty.columns, ty.components) {
            (1, 1) => String::new(),
            (1, components) => components.to_string(),
            (columns, rows) => format!("{columns}x{rows}"),
        };
        let order = if ty.row_major == Some(true) { "row_major " } else { "" };
        let count = |count: Option<u32>| count.map(|count| count.to_string()).unwrap_or_default();
        let array: Vec<String> = ty.array.iter().map(|dimension| format!("[{}]", count(dimension.count))).collect();
        let array = array.concat();
        format!("{order}{word}{shape}{array}")
    }
}

fn place(found: &Interface) -> String {
    match (found.built_in, found.location) {
        (Some(built_in), _) => format!("{built_in:?}"),
        (None, Some(location)) => {
            let component = found.component.map(|component| format!(".{component}")).unwrap_or_default();
            format!("location {location}{component}")
        }
        (None, None) => "no place".to_owned(),
    }
}

fn notes(found: &Interface) -> String {
    let mut notes: Vec<String> = found.decorations.iter().map(|decoration| format!(" {decoration:?}")).collect();
    notes.extend(found.semantic.iter().map(|semantic| format!(" : {semantic}")));
    notes.concat()
}
